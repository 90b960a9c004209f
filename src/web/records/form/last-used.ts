import type { Values } from '#domain/fields/index.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { remember, remembered } from '#web/lib/remembered.ts';

/** Fields whose last value is a sensible default: the establishment seldom changes. */
const establishmentFields = (definition: RecordDefinition) =>
  Object.entries(definition.fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.catalog === 'establecimiento' ? [name] : [],
  );

export const lastEstablishment = (): string => remembered('last.establecimiento') ?? '';

export const lastUsed = (definition: RecordDefinition): Values =>
  Object.fromEntries(establishmentFields(definition).map((name) => [name, lastEstablishment()]));

export function rememberUsed(definition: RecordDefinition, values: Values): void {
  for (const name of establishmentFields(definition)) remember('last.establecimiento', String(values[name] ?? ''));
}
