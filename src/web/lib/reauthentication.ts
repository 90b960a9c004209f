import type { Session } from '#domain/calls/session.ts';
import { getSession, onSessionChange } from './session.ts';
import { createStore, useStore } from './store.ts';

export interface Reauthentication {
  previous: Session;
  answer: Promise<boolean>;
  settle: (renewed: boolean) => void;
}

const pending = createStore<Reauthentication | null>(null);

/** Requests that are refused meanwhile share one dialog. @returns true when the session was renewed, false after signing out */
export function requestReauthentication(previous: Session): Promise<boolean> {
  const current = pending.get();
  if (current) return current.answer;
  let resolve: (renewed: boolean) => void = () => {};
  const answer = new Promise<boolean>((done) => {
    resolve = done;
  });
  const settle = (renewed: boolean) => {
    stop();
    pending.set(null);
    resolve(renewed);
  };
  const stop = onSessionChange((next) => {
    // Renewed in this dialog or another tab, or another account signed in there.
    if (next) settle(next._id === previous._id);
  });
  pending.set({ previous, answer, settle });
  return answer;
}

type Renewal = (used: Session) => Promise<boolean>;
let renewSilently: Renewal = () => Promise.resolve(false);

/** Sets a way to renew a session without the user. It resolves with whether there is a newer session. */
export function onSessionEnded(renewal: Renewal): void {
  renewSilently = renewal;
}

function isNewer(current: Session | null, used: Session): boolean {
  return current?._id === used._id && current.accessToken !== used.accessToken;
}

export async function recoverSession(used: Session): Promise<boolean> {
  const current = getSession();
  if (isNewer(current, used)) return true;
  // Signed out meanwhile: the answer is not needed.
  if (!current && !pending.get()) return false;
  if (current && (await renewSilently(used))) return true;
  // Another tab may have signed in during the renewal: a dialog would then wait for nothing.
  if (isNewer(getSession(), used)) return true;
  return requestReauthentication(used);
}

export function useReauthentication(): Reauthentication | null {
  return useStore(pending);
}
