import type { Call } from '#domain/calls/define-call.ts';
import type { Session } from '#domain/calls/session.ts';
import { getSession, onSessionChange } from './session.ts';
import { createStore, useStore } from './store.ts';

export interface PasswordDue {
  answer: Promise<boolean>;
  settle: (changed: boolean) => void;
}

const pending = createStore<PasswordDue | null>(null);

/** Requests that are refused meanwhile share one dialog. @returns true when it was changed, also in another tab; false after signing out */
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
type PasswordPrompt = (session: Session, method: Method) => Promise<boolean>;
let prompt: PasswordPrompt = requestPasswordChange;

export function onPasswordDue(next: PasswordPrompt): void {
  prompt = next;
}

export async function recoverPassword(used: Session, method: Method): Promise<boolean> {
  const current = getSession();
  if (current?._id !== used._id) return false;
  // The password was changed, or only the token renewed; the next refusal shows which.
  if (current.accessToken !== used.accessToken && !current.cambiarClave) return true;
  return prompt(current, method);
}

export function usePasswordDue(): PasswordDue | null {
  return useStore(pending);
}
