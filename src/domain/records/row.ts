import type { Value } from '../fields/index.ts';

/** A record with its fields by their names, whatever else stands beside them. */
export type FlatRecord = Readonly<Record<string, unknown>>;

/** What a record holds under a field's name. */
export const fieldOf = (record: FlatRecord, name: string): Value => (record[name] ?? null) as Value;
