import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#domain/calls/define-call.ts';
import type { getSettings } from '#domain/calls/settings.ts';
import { api } from './api-client.ts';
import { useSession } from './session.ts';

/** By its type alone: the first load need not carry the declaration. */
const SETTINGS = '/api/ajustes' satisfies (typeof getSettings)['path'];

/** They change only when the server starts anew. */
const settings = queryOptions({
  queryKey: ['ajustes'],
  meta: { what: 'ajustes' },
  queryFn: async ({ signal }) =>
    (await api.request('GET', SETTINGS, { token: null, signal })).body as AnswerOf<typeof getSettings>,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether visitors may register; as nearly everywhere until it is known, and never asked for whoever is signed in. */
export function useSignupOpen(): boolean {
  const session = useSession();
  const { data } = useQuery({ ...settings, enabled: session === null });
  return data?.registro ?? true;
}
