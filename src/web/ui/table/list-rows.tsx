import { Fragment, lazy, type ReactNode } from 'react';
import { untilLoaded } from '#web/ui/page/lazy-part.tsx';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';

const Grid = lazy(() => untilLoaded(() => import('./grid.tsx')));

/** A column of the table and a part of the card. */
export interface ListColumn<Row> {
  name: keyof Row & string;
  label: string;
  /** Heading in the table; by default the label. */
  heading?: ReactNode;
  noWrap?: boolean;
  width?: number | string;
  textAlign?: 'right';
  show: (row: Row) => ReactNode;
  /** What a card shows; by default the same. */
  onPhone?: (row: Row) => ReactNode;
}

export interface ListLayout<Row> {
  label: string;
  columns: readonly ListColumn<Row>[];
  card: {
    title: (row: Row) => ReactNode;
    /** Whether its title is a link. */
    leads?: boolean;
    /** Columns shown without label or paragraph, at the top. */
    above?: readonly (keyof Row & string)[];
    lines: readonly (keyof Row & string)[];
    facts?: readonly (keyof Row & string)[];
    /** Columns shown without label or paragraph, at the end. */
    below?: readonly (keyof Row & string)[];
  };
  onOpen?: (row: Row) => void;
}

interface ListRowsProps<Row> {
  layout: ListLayout<Row>;
  rows: Row[];
}

function Table<Row extends { _id: string }>({ layout, rows }: ListRowsProps<Row>) {
  const { columns, onOpen } = layout;
  return (
    <Grid
      label={layout.label}
      rows={rows}
      columns={columns.map(({ name, label, heading = label, show, onPhone: _, ...look }) => ({
        ...look,
        accessor: name,
        title: heading,
        render: (_row, index) => show(rows[index] as Row),
      }))}
      {...(onOpen && {
        onRowClick: (index) => {
          // Selecting text is not a click on the row.
          if (!window.getSelection()?.toString()) onOpen(rows[index] as Row);
        },
      })}
    />
  );
}

function Cards<Row extends { _id: string }>({ layout: { columns, card }, rows }: ListRowsProps<Row>) {
  const { title, leads = false, above = [], lines, facts = [], below = [] } = card;
  const valuesOf = (names: readonly string[], row: Row) =>
    names
      .flatMap((name) => columns.filter((column) => column.name === name))
      .map(({ label, show, onPhone = show }) => ({ label, value: onPhone(row) }));
  const each = (Shape: typeof Fragment | 'p', names: readonly string[], row: Row) =>
    valuesOf(names, row).map(({ label, value }) => <Shape key={label}>{value}</Shape>);
  return (
    <CardList>
      {rows.map((row) => (
        <ListedCard key={row._id} title={title(row)} leads={leads}>
          {each(Fragment, above, row)}
          {each('p', lines, row)}
          {facts.length > 0 && <Facts facts={valuesOf(facts, row)} />}
          {each(Fragment, below, row)}
        </ListedCard>
      ))}
    </CardList>
  );
}

export function ListRows<Row extends { _id: string }>({ wide, ...list }: ListRowsProps<Row> & { wide: boolean }) {
  return wide ? <Table {...list} /> : <Cards {...list} />;
}
