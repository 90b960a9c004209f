import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';

const KEY = 'libreta.last.';

/** Fields whose last value is a sensible default: the establishment seldom changes. */
const rememberedFields = (definition: RecordDefinition) =>
  Object.entries(definition.fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.catalog === 'establecimiento' ? [{ name, catalog: field.catalog }] : [],
  );

export function lastUsed(definition: RecordDefinition): Values {
  try {
    const entries = rememberedFields(definition).map(({ name, catalog }) => [
      name,
      localStorage.getItem(KEY + catalog) ?? '',
    ]);
    return Object.fromEntries(entries);
  } catch {
    return {}; // Storage is blocked.
  }
}

export function rememberUsed(definition: RecordDefinition, values: Values): void {
  try {
    for (const { name, catalog } of rememberedFields(definition))
      if (values[name]) localStorage.setItem(KEY + catalog, String(values[name]));
  } catch {
    // Storage is blocked: the next form starts empty.
  }
}
