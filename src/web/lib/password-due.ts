import type { Call } from '#domain/calls/define-call.ts';
import type { Session } from '#domain/calls/session.ts';
import { getSession, onSessionChange } from './session.ts';
import { createStore, useStore } from './store.ts';

/** Somebody in the middle of something who has to change the password first. */
export interface PasswordDue {
  answer: Promise<boolean>;
  settle: (changed: boolean) => void;
}

const pending = createStore<PasswordDue | null>(null);

/**
 * Asks for a new password in a dialog above whatever is on screen. Calls that arrive meanwhile share it.
 * @returns true when it was changed, here or in another tab; false when the person left
 */
export function requestPasswordChange({ _id }: Session): Promise<boolean> {
  const current = pending.get();
  if (current) return current.answer;
  let resolve: (changed: boolean) => void = () => {};
  const answer = new Promise<boolean>((done) => {
    resolve = done;
  });
  const settle = (changed: boolean) => {
    stop();
    pending.set(null);
    resolve(changed);
  };
  const stop = onSessionChange((next) => {
    if (!next?.cambiarClave) settle(next?._id === _id);
  });
  pending.set({ answer, settle });
  return answer;
}

type Method = Call['method'];
type Way = (session: Session, method: Method) => Promise<boolean>;
let way: Way = requestPasswordChange;

/** How it is asked for depends on what is on screen. */
export function onPasswordDue(next: Way): void {
  way = next;
}

/**
 * What to do about a call that was refused until the password is changed.
 * @returns true when it is worth trying again
 */
export async function recoverPassword(used: Session, method: Method): Promise<boolean> {
  const current = getSession();
  if (current?._id !== used._id) return false;
  // Changed meanwhile, or only renewed: the next refusal tells.
  if (current.accessToken !== used.accessToken && !current.cambiarClave) return true;
  return way(current, method);
}

export function usePasswordDue(): PasswordDue | null {
  return useStore(pending);
}
