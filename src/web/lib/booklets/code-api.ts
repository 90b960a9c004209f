import { queryOptions } from '@tanstack/react-query';
import { CODE_RENEWALS } from '#domain/calls/codes.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { call } from '#web/lib/call.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { readFromSource } from '#web/lib/source/choose-source.ts';
import { remoteCodes } from '#web/lib/source/remote-codes.ts';

/** Never cached: a code may be renewed, and a booklet handed over. */
export const ownerOfCode = (code: string) =>
  queryOptions({
    queryKey: ['codigo', code],
    meta: { what: 'el código' },
    queryFn: ({ queryKey }) => readFromSource(remoteCodes, (from) => from.openCode(code), { queryKey }),
    staleTime: 0,
    gcTime: 0,
  });

const kindOf = (person: RecordDefinition) => PERSON_KINDS.find((kind) => kind === person.key);

/** The code for the printed booklet; null if there is none here and the server does not answer. */
export async function askCode(person: RecordDefinition, id: string): Promise<string | null> {
  const kind = kindOf(person);
  if (!kind) return null;
  try {
    return await readFromSource(remoteCodes, (from) => from.codeOf(kind, id), { queryKey: ['codigo', id] });
  } catch (error) {
    logLoadFailure('el código de la libreta', error);
    return null;
  }
}

/** @returns the message to show */
export async function renewCode(person: RecordDefinition, id: string): Promise<string> {
  const kind = kindOf(person);
  if (!kind) throw new Error(`${person.key} is not a person record`);
  const { message } = await call(CODE_RENEWALS[kind], { params: { id }, body: {} });
  return message;
}
