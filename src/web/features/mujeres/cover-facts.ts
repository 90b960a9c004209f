import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { mujer } from '#domain/records/mujer.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';

type Name = keyof typeof mujer.fields;
const { fields } = mujer;

/** The values of fields in one text, without the empty ones. */
export const showFields = (row: Row, ...names: Name[]): string =>
  names
    .map((name) => fieldOf(row, name))
    .filter(Boolean)
    .join(', ');

export function coverFacts(row: Row) {
  return [
    { label: fields.celular.label, value: showFields(row, 'celular') || NOT_AVAILABLE },
    { label: 'Provincia y cantón', value: showFields(row, 'provincia', 'canton') || NOT_AVAILABLE },
  ];
}
