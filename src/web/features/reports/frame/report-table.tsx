import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './report-table.module.css';

export interface ReportColumn<Row> {
  heading: string;
  numeric?: boolean;
  /** The cells explain themselves, so a card shows no label. */
  selfNamed?: boolean;
  cell: (row: Row) => ReactNode;
}

interface ReportTableProps<Row> {
  label: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The cells of the totals row. */
  total?: readonly ReactNode[];
  /** `tight`: beside a chart. */
  density?: 'normal' | 'tight';
}

/** A table of a report; the first column names the row. */
export function ReportTable<Row>({ label, columns, rows, keyOf, total, density = 'normal' }: ReportTableProps<Row>) {
  return (
    <Table
      className={classes.table ?? ''}
      horizontalSpacing="xs"
      borderColor="var(--line)"
      highlightOnHover
      highlightOnHoverColor="var(--mantine-color-laguna-0)"
      data-density={density}
      aria-label={label}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ heading, numeric }) => (
            <Table.Th key={heading} scope="col" data-numeric={numeric || undefined}>
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ heading, numeric, cell }) => (
              <Table.Td key={heading} data-numeric={numeric || undefined}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {total && (
        <Table.Tfoot>
          <Table.Tr>
            {columns.map(({ heading, numeric }, index) => (
              <Table.Td key={heading} data-numeric={numeric || undefined}>
                {total[index]}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  );
}
