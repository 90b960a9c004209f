import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

const KEY = 'libreta.last.';

/** Fields whose last choice is a sensible start for the next record: where one works seldom changes. */
const worthKeeping = (definition: RecordDefinition) =>
  Object.entries(definition.fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.catalog === 'establecimiento' ? [{ name, catalog: field.catalog }] : [],
  );

export function lastUsed(definition: RecordDefinition): Values {
  try {
    const entries = worthKeeping(definition).map(({ name, catalog }) => [
      name,
      localStorage.getItem(KEY + catalog) ?? '',
    ]);
    return Object.fromEntries(entries);
  } catch {
    return {}; // storage is blocked
  }
}

export function rememberUsed(definition: RecordDefinition, values: Values): void {
  try {
    for (const { name, catalog } of worthKeeping(definition))
      if (values[name]) localStorage.setItem(KEY + catalog, String(values[name]));
  } catch {
    // storage is blocked: the next form starts empty
  }
}
