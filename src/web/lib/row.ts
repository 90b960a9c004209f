import type { StoredRecord } from '#domain/calls/record-wire.ts';

/** A record as the server sends it, made flat: its own fields beside the shared ones. */
export type Row = StoredRecord & Record<string, unknown>;
