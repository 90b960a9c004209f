import { useMediaQuery } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { type ReportColumn, ReportTable } from './report-table.tsx';
import { CardRow, RowList } from './row-list.tsx';

type ReportRowsProps<Row> = Omit<ComponentProps<typeof ReportTable<Row>>, 'rows'> & {
  rows: Row[];
  wide: boolean;
  /** Custom cards for a phone. */
  narrow?: (rows: Row[]) => ReactNode;
};

interface RowProps<Row> {
  columns: readonly ReportColumn<Row>[];
  cellOf: (column: ReportColumn<Row>, index: number) => ReactNode;
}

function NarrowRow<Row>({ columns, cellOf }: RowProps<Row>) {
  const [first, ...others] = columns;
  return (
    <CardRow name={first && <strong>{cellOf(first, 0)}</strong>}>
      <Facts
        facts={others.map((column, index) => ({
          label: column.heading,
          selfNamed: column.selfNamed,
          value: cellOf(column, index + 1),
        }))}
      />
    </CardRow>
  );
}

/** A table on wide screens and on paper; on a phone a card per row. */
export function ReportRows<Row>({ wide, narrow, ...table }: ReportRowsProps<Row>) {
  const printing = useMediaQuery('print');
  if (wide || printing) return <ReportTable {...table} />;
  if (narrow) return narrow(table.rows);
  const { label, columns, rows, keyOf, total } = table;
  return (
    <RowList label={label}>
      {rows.map((row) => (
        <NarrowRow key={keyOf(row)} columns={columns} cellOf={({ cell }) => cell(row)} />
      ))}
      {total && <NarrowRow columns={columns} cellOf={(_column, index) => total[index]} />}
    </RowList>
  );
}
