import { inArray, sql } from 'drizzle-orm';
import { type ImportState, WORKING } from '#domain/calls/importing.ts';
import { importTable } from './import-tables.ts';

/** Imports that wait for a process or are worked on. */
export const isQueued = inArray(importTable.estado, [...WORKING]);

/** Enters a state of another phase, with its place in the queue. */
export const entering = (estado: ImportState) => ({
  estado,
  pedida: sql`clock_timestamp()`,
  hechas: 0,
  intentos: 0,
  fallo: null,
});
