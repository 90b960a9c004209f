import type { CallInput } from '#domain/calls/define-call.ts';
import { type Custodian, handOver, listCustodians } from '#domain/calls/handover.ts';
import { RECORDS } from '#domain/records/index.ts';
import { refreshRecords } from '#web/lib/booklets/record-api.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

/** The first part of the query keys that depend on custody. */
export const HANDOVERS = 'traspasos';
const accounts = { family: [HANDOVERS], what: 'las cuentas' };
const MAX_RESULTS = 5;

type CustodianQuery = NonNullable<CallInput<typeof listCustodians>['query']>;

/** Finds accounts by name or cedula. */
export const findCustodians = (q: string, para?: CustodianQuery['para']) =>
  callQuery(listCustodians, { query: { q, limit: MAX_RESULTS, ...(para && { para }) } }, accounts);

/** One account with the number of its booklets; no rows if it does not exist. */
export const custodianById = (usuario: string) => callQuery(listCustodians, { query: { usuario, limit: 1 } }, accounts);

export const accountName = ({ nombre, apellido }: Pick<Custodian, 'nombre' | 'apellido'>) => `${nombre} ${apellido}`;

/** A batch writes hundreds of journal entries. */
const TIMEOUT_MS = 60_000;

export const handBatchOver = (body: CallInput<typeof handOver>['body']) =>
  call(handOver, { body }, { timeoutMs: TIMEOUT_MS });

/** Invalidates lists, histories and counts after custody changed. */
export async function refreshCustody(): Promise<void> {
  await Promise.all([
    refreshRecords(RECORDS.nino),
    refreshRecords(RECORDS.mujer),
    queryClient.invalidateQueries({ queryKey: [HANDOVERS] }),
  ]);
}
