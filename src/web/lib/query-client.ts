import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient } from '#domain/device/failure.ts';
import { failureOf } from './api-errors.ts';
import { logLoadFailure } from './load-failure.ts';
import { loadingClient, onForget } from './loaded.ts';
import { onServerBack } from './server-reach.ts';
import { getSession, onSessionChange } from './session.ts';

const RETRIES = 2;

function worthRetrying(failures: number, error: Error): boolean {
  return failures < RETRIES && isTransient(failureOf(error));
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => logLoadFailure(meta?.what ?? 'datos', error) }),
  defaultOptions: {
    queries: {
      retry: worthRetrying,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      // `navigator.onLine` is often wrong in the field.
      networkMode: 'always',
      // After a sign-out the screen is still there for a moment, and would request its data without a session. Visitors need no queries.
      enabled: () => getSession() !== null,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Reads the shown row of a person again (its key is `[type, 'one', id]`), or of the given people only, because it may be gone. */
export function readAgain(people?: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, what, id] }) => what === 'one' && (!people || people.includes(String(id))),
  });
}

queryClient.mount();
loadingClient.set(queryClient);
onForget(() => queryClient.clear());
onSessionChange((next, previous, elsewhere) => {
  // Requests under way would be refused once the server has ended the session.
  if (!next && !elsewhere) void queryClient.cancelQueries();
  if (next && !previous)
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
});
onServerBack(() => {
  void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
});
