import type { Session } from '#domain/calls/session.ts';
import { createStore, useStore } from './store.ts';

const KEY = 'libreta.session';

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

export const storedSession = read;

const store = createStore<Session | null>(read());

/** `elsewhere`: another tab signed in or out. */
export type SessionListener = (next: Session | null, previous: Session | null, elsewhere: boolean) => void;
const listeners = new Set<SessionListener>();

function change(next: Session | null, elsewhere: boolean): void {
  const previous = store.get();
  store.set(next);
  for (const listener of [...listeners]) listener(next, previous, elsewhere);
}

window.addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return;
  change(read(), true);
  kept ||= store.get() !== null;
});

// A page that Back restores from memory got no `storage` events.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && kept && read()?.accessToken !== store.get()?.accessToken) change(read(), true);
});

export const getSession = store.get;

/** Whether localStorage works; when it does not, no other tab can have changed the session. */
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
    // Without room for the new session a reload must not restore the previous one.
    forget();
    put(session);
  }
  change(session, false);
}

/** Stores a renewed token unless the session has changed in this page or in another tab. @param used the token of the request */
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

export function onSessionChange(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session | null {
  return useStore(store);
}
