import { queryOptions } from '@tanstack/react-query';
import { CODE_RENEWALS } from '#domain/calls/codes.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
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

/** The code for the printed booklet; null if there is none here and the server does not answer. */
export async function askCode(kind: PersonKind, id: string): Promise<string | null> {
  try {
    return await readFromSource(remoteCodes, (from) => from.codeOf(kind, id), { queryKey: ['codigo', id] });
  } catch (error) {
    logLoadFailure('el código de la libreta', error);
    return null;
  }
}

export const renewCode = (kind: PersonKind, id: string) => call(CODE_RENEWALS[kind], { params: { id }, body: {} });
