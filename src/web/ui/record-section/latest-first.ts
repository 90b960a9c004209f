import { showValue } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { fieldOf, type Row } from '#web/lib/row.ts';

/** Records by their own date, the latest first; on the same day the one registered last comes first. */
export function latestFirst(definition: RecordDefinition, rows: readonly Row[]): Row[] {
  const date = definition.fieldNames.find((name) => definition.fields[name]?.kind === 'date');
  const key = (row: Row) => `${(date && row[date]) ?? ''} ${row.fechaRegistro}`;
  return [...rows].sort((one, other) => (key(one) < key(other) ? 1 : key(one) > key(other) ? -1 : 0));
}

/** What the latest record holds in the fields that show it beside the new value. */
export function previousValues(definition: RecordDefinition, rows: readonly Row[]): Record<string, string> {
  const [latest] = latestFirst(definition, rows);
  if (!latest) return {};
  const entries = Object.entries(definition.fields).flatMap(([name, field]) => {
    const value = fieldOf(latest, name);
    return field.kind === 'number' && field.showPrevious && value !== null ? [[name, showValue(field, value)]] : [];
  });
  return Object.fromEntries(entries);
}
