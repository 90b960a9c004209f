import type { StoredRecord } from '#domain/calls/record-wire.ts';
import type { Value } from '#domain/fields/index.ts';

/** A record as the server sends it: its own fields beside the shared ones. */
export type Row = StoredRecord & Record<string, unknown>;

/** What a row holds under a field's name. */
export const fieldOf = (row: Row, name: string): Value => (row[name] ?? null) as Value;
