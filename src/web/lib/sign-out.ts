import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { queryClient } from './query-client.ts';
import { clearSession } from './session.ts';

/** Ends the session and goes to /login, without asking anything. */
export async function signOut(router: AnyRouter): Promise<void> {
  clearSession();
  queryClient.clear();
  await router.navigate({ to: '/login', ignoreBlocker: true });
}

export function useSignOut(): () => Promise<void> {
  const router = useRouter();
  return () => signOut(router);
}
