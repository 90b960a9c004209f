import type { Session } from '#domain/calls/session.ts';
import { createStore, useStore } from './store.ts';

const KEY = 'libreta.session';

/** What was kept of a session, if it is still one. */
export function asSession(kept: unknown): Session | null {
  const value = kept as Partial<Session> | null | undefined;
  const usable = typeof value?.accessToken === 'string' && typeof value.cedula === 'string';
  return usable && Array.isArray(value.roles) ? (value as Session) : null;
}

function parse(raw: string | null): Session | null {
  if (!raw) return null;
  try {
    return asSession(JSON.parse(raw));
  } catch {
    return null;
  }
}

function read(): Session | null {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return null; // storage is blocked: the session then lives as long as the page
  }
}

/** What the device keeps, which another tab may have changed just now. */
export const storedSession = read;

const store = createStore<Session | null>(read());

/** `elsewhere` is true when another tab signed in or out. */
export type SessionListener = (next: Session | null, previous: Session | null, elsewhere: boolean) => void;
const listeners = new Set<SessionListener>();

function change(next: Session | null, elsewhere: boolean): void {
  const previous = store.get();
  store.set(next);
  for (const listener of [...listeners]) listener(next, previous, elsewhere);
}

window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) change(read(), true);
});

export const getSession = store.get;

/** Whether the device keeps what the page knows; where it keeps nothing, no other tab can have changed it. */
let kept = store.get() !== null;

function put(session: Session): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(session));
    kept = true;
  } catch {
    kept = false;
  }
  return kept;
}

function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
}

export function setSession(session: Session): void {
  if (!put(session)) {
    // No room for it: a reload must at least not bring back whoever was signed in before.
    forget();
    put(session);
  }
  change(session, false);
}

/**
 * Goes on with a newer token of the same session. Nothing happens when the session is another one by now, or when another
 * tab has ended or renewed it and the page has yet to hear of it.
 * @param used the token that was sent
 */
export function renewSession(used: string, renewed: string): void {
  const session = store.get();
  if (session?.accessToken !== used || renewed === used) return;
  if (kept && read()?.accessToken !== used) return;
  setSession({ ...session, accessToken: renewed });
}

export function clearSession(): void {
  forget();
  change(null, false);
}

/** @returns a function that stops listening. */
export function onSessionChange(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useStore(store);
}
