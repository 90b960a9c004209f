import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import type { signout } from '#domain/calls/open-sessions.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import { callRoute } from './call-route.ts';
import { removeDraftsOf } from './drafts.ts';
import { forgetLoaded } from './loaded.ts';
import { clearSession, getSession } from './session.ts';

interface SignOutOptions {
  ended?: boolean;
  keepDrafts?: boolean;
}

/** Not awaited: without signal the token expires by itself. */
const endOnServer = (token: string) =>
  void callRoute<typeof signout>(ROUTES.signout, { body: {} }, { token, keepalive: true }).catch(() => undefined);

export async function signOut(
  router: RegisteredRouter,
  { ended = false, keepDrafts = ended }: SignOutOptions = {},
): Promise<void> {
  const session = getSession();
  // First of all, so that open forms write no more drafts.
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
