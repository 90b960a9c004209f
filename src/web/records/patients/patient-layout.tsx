import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { showDay, showInstantDay } from '#domain/calendar.ts';
import { NOT_AVAILABLE, showValue } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { tableColumns } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';
import { LazySelectBox } from '#web/records/handover/lazy-select-box.ts';
import type { BookletSelection } from '#web/records/handover/selection.ts';
import { PendingMark } from '#web/records/lists/pending-mark.tsx';
import type { ScreenColumn } from '#web/records/table/column.ts';
import type { ListColumn, ListLayout } from '#web/ui/table/list-rows.tsx';
import { type PatientKind, personName, responsible } from './patient-kind.ts';
import classes from './patient-list.module.css';
import { PdfButton } from './pdf-button.tsx';

function showPersonal({ field, name }: ScreenColumn, row: Row): string {
  const value = fieldOf(row, name);
  return field.kind === 'date' && value ? showDay(String(value)) : showValue(field, value);
}

const joined = (columns: readonly ScreenColumn[], row: Row, separator: string) =>
  columns
    .map(({ name }) => fieldOf(row, name))
    .filter(Boolean)
    .join(separator);

/** Whether a column belongs to the line under the name on a card. */
const isLine = ({ field }: ScreenColumn) => field.kind === 'choice' || (field.kind === 'text' && field.document);

/** A column of the declaration; on a card, province and canton form one fact. */
function ownColumn(
  column: ScreenColumn,
  own: readonly ScreenColumn[],
  { nameFields, panel }: PatientKind,
): ListColumn<Row> {
  const { name, label, heading, field } = column;
  const shared = { name, label, heading, show: (row: Row) => showPersonal(column, row) };
  if (isLine(column)) return { ...shared, onPhone: (row) => joined(own.filter(isLine), row, ' · ') };
  const province = field.kind === 'canton' && own.find((one) => one.name === field.within);
  if (province)
    return {
      ...shared,
      label: `${province.label} y ${label.toLocaleLowerCase('es')}`,
      onPhone: (row) => joined([province, column], row, ', ') || NOT_AVAILABLE,
    };
  if (name !== nameFields[0]) return shared;
  return {
    ...shared,
    show: (row) => (
      <>
        <Link {...panel(row._id)} className={classes.name} onClick={(event) => event.stopPropagation()}>
          {shared.show(row)}
        </Link>
        <PendingMark id={row._id} />
      </>
    ),
  };
}

const REGISTERED: readonly ListColumn<Row>[] = [
  {
    name: 'fechaRegistro',
    label: 'Fecha de registro',
    show: ({ fechaRegistro }) => showInstantDay(fechaRegistro),
  },
  { name: 'responsable', label: 'Responsable del registro', show: (row) => responsible(row) || NOT_AVAILABLE },
];

/** The list of women or of children; a click on a row or card opens the booklet. */
export function patientLayout(
  kind: PatientKind,
  selection: BookletSelection | null,
  onOpen: (row: Row) => void,
): ListLayout<Row> {
  const own = tableColumns(kind.definition);
  const facts = own.filter(
    (column) => !isLine(column) && column.field.kind !== 'province' && !kind.nameFields.includes(column.name),
  );
  const box: ListColumn<Row> = {
    name: 'elegir',
    label: 'Elegir',
    heading: <VisuallyHidden>Elegir</VisuallyHidden>,
    width: 64,
    show: (row) => selection && <LazySelectBox selection={selection} id={row._id} name={personName(kind, row)} />,
  };
  const pdf: ListColumn<Row> = {
    name: 'pdf',
    label: 'PDF',
    heading: <VisuallyHidden>PDF</VisuallyHidden>,
    textAlign: 'right',
    show: (row) => <PdfButton kind={kind} row={row} variant="outline" />,
    onPhone: (row) => <PdfButton kind={kind} row={row} variant="subtle" />,
  };
  return {
    label: kind.definition.titles.table,
    columns: [...(selection ? [box] : []), ...own.map((column) => ownColumn(column, own, kind)), ...REGISTERED, pdf],
    card: {
      title: (row) => (
        <>
          <Link {...kind.panel(row._id)}>{personName(kind, row)}</Link>
          <PendingMark id={row._id} />
        </>
      ),
      leads: true,
      above: [box.name],
      lines: own
        .filter(isLine)
        .slice(0, 1)
        .map(({ name }) => name),
      facts: [...facts, ...REGISTERED].map(({ name }) => name),
      below: [pdf.name],
    },
    onOpen,
  };
}
