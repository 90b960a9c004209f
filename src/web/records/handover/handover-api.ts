import type { AskOf } from '#domain/calls/define-call.ts';
import { type Custodian, handOver, listCustodians } from '#domain/calls/handover.ts';
import { RECORDS } from '#domain/records/index.ts';
import { refreshRecords } from '#web/lib/booklets/record-api.ts';
import { asked, call } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

/** The first part of the key of whatever tells who has which booklets. */
export const HANDOVERS = 'traspasos';
const accounts = { family: [HANDOVERS], what: 'las cuentas' };
const FOUND_AT_MOST = 5;

type Asked = NonNullable<AskOf<typeof listCustodians>['query']>;

/** Accounts that are called so, for a choice among them. */
export const custodiansCalled = (q: string, para?: Asked['para']) =>
  asked(listCustodians, { query: { q, limit: FOUND_AT_MOST, ...(para && { para }) } }, accounts);

/** One account with how many booklets it has; none where it does not exist. */
export const custodianOf = (usuario: string) => asked(listCustodians, { query: { usuario, limit: 1 } }, accounts);

export const accountName = ({ nombre, apellido }: Pick<Custodian, 'nombre' | 'apellido'>) => `${nombre} ${apellido}`;

/** Hundreds of histories are written. */
const TIMEOUT_MS = 60_000;

export const handBatchOver = (body: AskOf<typeof handOver>['body']) =>
  call(handOver, { body }, { timeoutMs: TIMEOUT_MS });

/** Who has what is another now: lists, histories and counts are asked for anew. */
export async function refreshCustody(): Promise<void> {
  await Promise.all([
    refreshRecords(RECORDS.nino),
    refreshRecords(RECORDS.mujer),
    queryClient.invalidateQueries({ queryKey: [HANDOVERS] }),
  ]);
}
