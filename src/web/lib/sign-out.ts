import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import type { signout } from '#domain/calls/open-sessions.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import { callRoute } from './call-route.ts';
import { removeDraftsOf } from './drafts.ts';
import { forgetLoaded } from './loaded.ts';
import { clearSession, getSession } from './session.ts';

interface SignOutOptions {
  /** The session has ended already: nobody need be told. */
  ended?: boolean;
  /** Whoever is sent out in the middle of something finds on returning what she or he was writing. */
  keepDrafts?: boolean;
}

/** Tells the server, which nobody waits for: without signal the token lives until its own end. */
const endOnServer = (token: string) =>
  void callRoute<typeof signout>(ROUTES.signout, { body: {} }, { token, keepalive: true }).catch(() => undefined);

/** Ends the session and goes to /login, without asking anything. */
export async function signOut(
  router: RegisteredRouter,
  { ended = false, keepDrafts = ended }: SignOutOptions = {},
): Promise<void> {
  const session = getSession();
  // First the session: a form that is still on screen then writes no draft any more.
  clearSession();
  if (session && !keepDrafts) removeDraftsOf(session._id);
  if (session && !ended) endOnServer(session.accessToken);
  forgetLoaded();
  await router.navigate({ to: '/login', ignoreBlocker: true });
}

export function useSignOut(): (options?: SignOutOptions) => Promise<void> {
  const router = useRouter();
  return (options) => signOut(router, options);
}
