import { Group, VisuallyHidden } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { isFlag, isNumeric } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';
import { RecordHistoryButton } from '#web/records/history/history-button.tsx';
import type { OpenHistory } from '#web/records/history/history-context.ts';
import { PendingMark } from '#web/records/lists/pending-mark.tsx';
import { DeleteButton } from '#web/ui/table/delete-button.tsx';
import Grid from '#web/ui/table/grid.tsx';
import { CellValue } from './cell-value.tsx';
import type { ScreenColumn } from './column.ts';
import classes from './record-table.module.css';

interface RecordGridProps {
  rows: Row[];
  columns: ScreenColumn[];
  headline: ScreenColumn | undefined;
  label: string;
  /** Null where histories are not available. */
  onHistory: OpenHistory | null;
  deleteLabel: (row: Row) => string;
  onDelete: (row: Row) => void;
}

function gridColumn(column: ScreenColumn, headline: ScreenColumn | undefined): DataTableColumn<Row> {
  const numeric = isNumeric(column);
  const isText = column.field.kind === 'text';
  return {
    accessor: column.name,
    title: column.heading,
    textAlign: numeric ? 'right' : isFlag(column) ? 'center' : 'left',
    noWrap: !isText,
    cellsClassName: () => `${isText ? classes.text : ''} ${column === headline ? classes.headline : ''}`,
    render: (row) => (
      <>
        <CellValue row={row} column={column} />
        {column === headline && <PendingMark id={row._id} />}
      </>
    ),
  };
}

export default function RecordGrid({
  rows,
  columns,
  headline,
  label,
  onHistory,
  deleteLabel,
  onDelete,
}: RecordGridProps) {
  const actions: DataTableColumn<Row> = {
    accessor: '_id',
    title: <VisuallyHidden>Acciones</VisuallyHidden>,
    textAlign: 'right',
    width: onHistory ? 120 : 72,
    render: (row) => (
      <Group gap={0} wrap="nowrap" justify="flex-end">
        {onHistory && <RecordHistoryButton record={row._id} onOpen={onHistory} />}
        <DeleteButton label={deleteLabel(row)} onClick={() => onDelete(row)} />
      </Group>
    ),
  };
  const own = columns.map((column) => gridColumn(column, headline));
  return <Grid rows={rows} columns={[...own, actions]} density="tight" label={label} />;
}
