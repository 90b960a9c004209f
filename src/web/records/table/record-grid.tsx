import { VisuallyHidden } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { isFlag, isNumeric } from '#domain/records/table-columns.ts';
import type { Row } from '#web/records/row.ts';
import { DeleteButton } from '#web/ui/table/delete-button.tsx';
import Grid from '#web/ui/table/grid.tsx';
import { CellValue } from './cell-value.tsx';
import type { Column } from './column.ts';
import classes from './record-table.module.css';

interface RecordGridProps {
  rows: Row[];
  columns: Column[];
  headline: Column | undefined;
  label: string;
  deleteLabel: (row: Row) => string;
  onDelete: (row: Row) => void;
}

function gridColumn(column: Column, headline: Column | undefined): DataTableColumn<Row> {
  const numeric = isNumeric(column);
  const isText = column.field.kind === 'text';
  return {
    accessor: column.name,
    title: column.heading,
    textAlign: numeric ? 'right' : isFlag(column) ? 'center' : 'left',
    noWrap: !isText,
    cellsClassName: () => `${isText ? classes.text : ''} ${column === headline ? classes.headline : ''}`,
    render: (row) => <CellValue row={row} column={column} />,
  };
}

export default function RecordGrid({ rows, columns, headline, label, deleteLabel, onDelete }: RecordGridProps) {
  const actions: DataTableColumn<Row> = {
    accessor: '_id',
    title: <VisuallyHidden>Eliminar</VisuallyHidden>,
    textAlign: 'right',
    width: 72,
    render: (row) => <DeleteButton label={deleteLabel(row)} onClick={() => onDelete(row)} />,
  };
  const own = columns.map((column) => gridColumn(column, headline));
  return <Grid rows={rows} columns={[...own, actions]} density="tight" label={label} />;
}
