import type { Value } from '../fields/index.ts';

export type FlatRecord = Readonly<Record<string, unknown>>;

export const fieldOf = (record: FlatRecord, name: string): Value => (record[name] ?? null) as Value;
