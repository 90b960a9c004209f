import '@mantine/core/styles/Badge.layer.css';
import { Badge, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react';
import { showValue } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { isFlag } from '#domain/records/table-columns.ts';
import type { Row } from '#web/records/row.ts';
import type { Column } from './column.ts';
import classes from './record-table.module.css';

const MARKS = { strong: IconAlertCircle, quiet: IconMinus };

/** A value as tables show it; a flag is a tick or a dash, read as Sí or No; a marked choice is a badge. */
export function CellValue({ row, column }: { row: Row; column: Column }) {
  const { field, name, show } = column;
  if (show) return <>{show(row)}</>;
  const value = fieldOf(row, name);
  const text = showValue(field, value);
  const mark = field.kind === 'choice' ? field.options.find((option) => option.value === value)?.mark : undefined;
  if (mark) {
    const Icon = MARKS[mark];
    return (
      <Badge
        variant="light"
        radius="xl"
        className={classes.mark ?? ''}
        data-mark={mark}
        leftSection={<Icon size={16} aria-hidden />}
      >
        {text}
      </Badge>
    );
  }
  if (!isFlag(column) || typeof value !== 'boolean') return <>{text}</>;
  return (
    <span className={value ? classes.tick : classes.dash}>
      {value ? <IconCheck size={20} aria-hidden /> : <span aria-hidden>–</span>}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
