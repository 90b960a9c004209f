import type { StoredRecord } from '#domain/calls/record-wire.ts';

export type Row = StoredRecord & Record<string, unknown>;
