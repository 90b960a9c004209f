import { Text, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react';
import { showValue } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { isFlag } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import type { ScreenColumn } from './column.ts';

const MARKS = { strong: IconAlertCircle, quiet: IconMinus };

/** A value in a table: a flag is a tick or a dash, read as Sí or No; a marked choice is a badge. */
export function CellValue({ row, column }: { row: Row; column: ScreenColumn }) {
  const { field, name, show } = column;
  if (show) return <>{show(row)}</>;
  const value = fieldOf(row, name);
  const text = showValue(field, value);
  const mark = field.kind === 'choice' ? field.options.find((option) => option.value === value)?.mark : undefined;
  if (mark) {
    const Icon = MARKS[mark];
    return (
      <ToneBadge tone={mark} icon={<Icon size={16} aria-hidden />}>
        {text}
      </ToneBadge>
    );
  }
  if (!isFlag(column) || typeof value !== 'boolean') return <>{text}</>;
  return (
    <Text inherit span c={value ? 'laguna.6' : 'dimmed'}>
      {value ? <IconCheck size={20} style={{ verticalAlign: 'middle' }} aria-hidden /> : <span aria-hidden>–</span>}
      <VisuallyHidden>{text}</VisuallyHidden>
    </Text>
  );
}
