import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { removeDraftsOf } from './drafts.ts';
import { queryClient } from './query-client.ts';
import { clearSession, getSession } from './session.ts';

interface SignOutOptions {
  /** Whoever's session merely ended finds on returning what she or he was writing. */
  keepDrafts?: boolean;
}

/** Ends the session and goes to /login, without asking anything. */
export async function signOut(router: RegisteredRouter, { keepDrafts = false }: SignOutOptions = {}): Promise<void> {
  const user = getSession()?._id;
  // First the session: a form that is still on screen then writes no draft any more.
  clearSession();
  if (user && !keepDrafts) removeDraftsOf(user);
  queryClient.clear();
  await router.navigate({ to: '/login', ignoreBlocker: true });
}

export function useSignOut(): (options?: SignOutOptions) => Promise<void> {
  const router = useRouter();
  return (options) => signOut(router, options);
}
