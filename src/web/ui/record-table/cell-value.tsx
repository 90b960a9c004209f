import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { showValue } from '#domain/fields/index.ts';
import { fieldOf, type Row } from '#web/lib/row.ts';
import type { Column } from './column.ts';
import classes from './record-table.module.css';

/** A value as tables show it; a flag is a tick or a dash, read as Sí or No. */
export function CellValue({ row, column }: { row: Row; column: Column }) {
  const value = fieldOf(row, column.name);
  const text = showValue(column.field, value);
  if (typeof value !== 'boolean') return <>{text}</>;
  return (
    <span className={value ? classes.tick : classes.dash}>
      {value ? <IconCheck size={20} aria-hidden /> : <span aria-hidden>–</span>}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
