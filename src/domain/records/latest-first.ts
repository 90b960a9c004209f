import { showValue } from '../fields/index.ts';
import type { RecordDefinition } from './define-record.ts';
import { type FlatRecord, fieldOf } from './row.ts';

type Registered = FlatRecord & { readonly fechaRegistro: string };

/** By the record's own date, the latest first; on the same day by registration. */
export function latestFirst<R extends Registered>(definition: RecordDefinition, records: readonly R[]): R[] {
  const date = definition.fieldNames.find((name) => definition.fields[name]?.kind === 'date');
  const key = (record: R) => `${(date && record[date]) ?? ''} ${record.fechaRegistro}`;
  return [...records].sort((one, other) => (key(one) < key(other) ? 1 : key(one) > key(other) ? -1 : 0));
}

/** The latest values of the fields with `showPrevious`. */
export function previousValues(definition: RecordDefinition, records: readonly Registered[]): Record<string, string> {
  const [latest] = latestFirst(definition, records);
  if (!latest) return {};
  const entries = Object.entries(definition.fields).flatMap(([name, field]) => {
    const value = fieldOf(latest, name);
    return field.kind === 'number' && field.showPrevious && value !== null ? [[name, showValue(field, value)]] : [];
  });
  return Object.fromEntries(entries);
}
