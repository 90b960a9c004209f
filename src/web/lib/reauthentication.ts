import type { Session } from '#domain/calls/session.ts';
import { getSession, onSessionChange } from './session.ts';
import { createStore, useStore } from './store.ts';

/** Somebody whose session ended while working, and who is being asked for the password. */
export interface Reauthentication {
  previous: Session;
  answer: Promise<boolean>;
  settle: (renewed: boolean) => void;
}

const pending = createStore<Reauthentication | null>(null);

/**
 * Asks, in a dialog above whatever is on screen, for the password of the same person.
 * Calls that arrive meanwhile share the one dialog.
 * @returns true when the session was renewed, false when the person left.
 */
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
    // Renewed here by the dialog, or in another tab; or somebody else took over there.
    if (next) settle(next._id === previous._id);
  });
  pending.set({ previous, answer, settle });
  return answer;
}

type Renewal = (used: Session) => Promise<boolean>;
let withoutAsking: Renewal = () => Promise.resolve(false);

/** What may renew a session without the person: told the session that was refused, answers whether there is a newer one. */
export function onSessionEnded(renewal: Renewal): void {
  withoutAsking = renewal;
}

/**
 * What to do about a request that was refused for lack of a valid session.
 * @returns true when there is a new token to try again with.
 */
export async function recoverSession(used: Session): Promise<boolean> {
  const current = getSession();
  if (current && current._id === used._id && current.accessToken !== used.accessToken) return true;
  // Signed out in the meantime: nobody is waiting for the answer.
  if (!current && !pending.get()) return false;
  if (current && (await withoutAsking(used))) return true;
  return requestReauthentication(used);
}

export function useReauthentication(): Reauthentication | null {
  return useStore(pending);
}
