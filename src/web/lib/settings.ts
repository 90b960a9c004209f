import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSettings } from '#domain/calls/settings.ts';
import { asked } from './call.ts';
import { useSession } from './session.ts';

/** They change only when the server starts anew. */
const settings = queryOptions({
  ...asked(getSettings, {}, { family: ['ajustes'], what: 'ajustes' }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether visitors may register; as nearly everywhere until it is known, and never asked for whoever is signed in. */
export function useSignupOpen(): boolean {
  const session = useSession();
  const { data } = useQuery({ ...settings, enabled: session === null });
  return data?.registro ?? true;
}
