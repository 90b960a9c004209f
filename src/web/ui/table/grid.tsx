import 'mantine-datatable/styles.layer.css';
import '@mantine/core/styles/Table.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import classes from './grid.module.css';

export interface GridProps<R extends { _id: string }> {
  rows: R[];
  columns: DataTableColumn<R>[];
  /** `tight`: rows of 48 px, inside a sheet. */
  density?: 'normal' | 'tight';
  label: string;
  onRowClick?: (index: number) => void;
  rowClassName?: (row: R) => string | undefined;
}

/** The table of a wide screen, in a chunk of its own because phones show cards. */
export default function Grid<R extends { _id: string }>(props: GridProps<R>) {
  const { rows, columns, density = 'normal', label, onRowClick, rowClassName } = props;
  return (
    <DataTable<R>
      records={rows}
      columns={columns}
      idAccessor="_id"
      // The list itself shows its empty state; the library's own text is in English.
      emptyState={<span hidden />}
      loaderBackgroundBlur={0}
      highlightOnHover
      minHeight={1}
      borderColor="var(--line)"
      rowBorderColor="var(--line)"
      highlightOnHoverColor="var(--mantine-color-laguna-0)"
      classNames={{ table: classes.table ?? '' }}
      data-density={density}
      aria-label={label}
      {...(onRowClick && { onRowClick: ({ index }: { index: number }) => onRowClick(index) })}
      {...(rowClassName && { rowClassName })}
    />
  );
}
