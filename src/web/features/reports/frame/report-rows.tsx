import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ComponentProps, ReactNode } from 'react';
import classes from './report-rows.module.css';
import { type ReportColumn, ReportTable } from './report-table.tsx';

type ReportRowsProps<Row> = Omit<ComponentProps<typeof ReportTable<Row>>, 'rows'> & {
  rows: Row[];
  wide: boolean;
  /** Cards of its own for a phone. */
  narrow?: (rows: Row[]) => ReactNode;
};

interface CardProps<Row> {
  columns: readonly ReportColumn<Row>[];
  cellOf: (column: ReportColumn<Row>, index: number) => ReactNode;
}

function Card<Row>({ columns, cellOf }: CardProps<Row>) {
  const [first, ...others] = columns;
  return (
    <li>
      {first && <div className={classes.head}>{cellOf(first, 0)}</div>}
      <dl>
        {others.map((column, index) => (
          <div key={column.heading}>
            <dt>{column.selfNamed ? <VisuallyHidden>{column.heading}</VisuallyHidden> : column.heading}</dt>
            <dd>{cellOf(column, index + 1)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** A table where there is room for it, on paper too; on a phone one card a row, each figure with its name. */
export function ReportRows<Row>({ wide, narrow, ...table }: ReportRowsProps<Row>) {
  const printing = useMediaQuery('print');
  if (wide || printing) return <ReportTable {...table} />;
  if (narrow) return narrow(table.rows);
  const { label, columns, rows, keyOf, total } = table;
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <Card key={keyOf(row)} columns={columns} cellOf={({ cell }) => cell(row)} />
      ))}
      {total && <Card columns={columns} cellOf={(_column, index) => total[index]} />}
    </ul>
  );
}
