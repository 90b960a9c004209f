import { showDay, showInstantDay } from '#domain/calendar.ts';
import { type Field, NOT_AVAILABLE, showValue } from '#domain/fields/index.ts';
import { fieldOf } from '#domain/records/row.ts';
import { tableColumns } from '#domain/records/table-columns.ts';
import type { Row } from '#web/lib/row.ts';
import type { Column } from '#web/records/table/column.ts';
import { type PatientKind, responsible } from './patient-kind.ts';

/** Calendar dates of people are shown as people write them; everything else as in any table. */
export function showPersonal(field: Field, row: Row, name: string): string {
  const value = fieldOf(row, name);
  return field.kind === 'date' && value ? showDay(String(value)) : showValue(field, value);
}

export interface Fact {
  label: string;
  show: (row: Row) => string;
}

/** What every list says after the person's own columns. */
export const REGISTERED: readonly Fact[] = [
  { label: 'Fecha de registro', show: ({ fechaRegistro }) => showInstantDay(fechaRegistro) },
  { label: 'Responsable del registro', show: (row) => responsible(row) || NOT_AVAILABLE },
];

function placeFact(province: Column, canton: Column): Fact {
  return {
    label: `${province.label} y ${canton.label.toLocaleLowerCase('es')}`,
    show: (row) =>
      [province, canton]
        .map(({ name }) => fieldOf(row, name))
        .filter(Boolean)
        .join(', ') || NOT_AVAILABLE,
  };
}

/** The same columns for a card: the person's name, the short line under it, and the rest as facts. */
export function cardParts({ definition, nameFields }: PatientKind) {
  const columns = tableColumns(definition).filter(({ name }) => !nameFields.includes(name));
  const isLine = ({ field }: Column) => field.kind === 'choice' || (field.kind === 'text' && field.document);
  const facts = columns.flatMap((column): Fact[] => {
    if (isLine(column) || column.field.kind === 'province') return [];
    if (column.field.kind !== 'canton')
      return [{ label: column.label, show: (row) => showPersonal(column.field, row, column.name) }];
    const { within } = column.field;
    const province = columns.find(({ name }) => name === within);
    return province ? [placeFact(province, column)] : [];
  });
  return { line: columns.filter(isLine).map(({ name }) => name), facts: [...facts, ...REGISTERED] };
}
