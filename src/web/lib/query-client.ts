import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isTransient } from '#domain/device/failure.ts';
import { failureOf } from './api-errors.ts';
import { logLoadFailure } from './load-failure.ts';
import { loadingClient, onForget } from './loaded.ts';
import { onServerBack } from './server-reach.ts';

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
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.mount();
loadingClient.set(queryClient);
onForget(() => queryClient.clear());
onServerBack(() => {
  void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
});
