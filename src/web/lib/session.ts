import type { Session } from '#domain/calls/session.ts';
import { createStore, useStore } from './store.ts';

const KEY = 'libreta.session';

function parse(raw: string | null): Session | null {
  if (!raw) return null;
  try {
    const value = JSON.parse(raw) as Partial<Session> | null;
    const usable = typeof value?.accessToken === 'string' && typeof value.cedula === 'string';
    return usable && Array.isArray(value.roles) ? (value as Session) : null;
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

function put(session: Session): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(session));
    return true;
  } catch {
    return false;
  }
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
