import { getSession } from './session.ts';

/** Values that an account used last on this device, which its next form proposes. */
type Remembered = 'last.establecimiento' | 'vacunador' | 'lotes';

const keyOf = (what: Remembered, user: string) => `libreta.${what}.${user}`;

/** @returns null without a session, where nothing was remembered, or where storage is blocked */
export function remembered(what: Remembered): string | null {
  const user = getSession()?._id;
  try {
    return user ? localStorage.getItem(keyOf(what, user)) : null;
  } catch {
    return null;
  }
}

/** Remembers a value for the account that is signed in. Where storage is blocked or full, it is typed again next time. */
export function remember(what: Remembered, value: string): void {
  const user = getSession()?._id;
  if (!user || value === '') return;
  try {
    localStorage.setItem(keyOf(what, user), value);
  } catch {
    // Described above.
  }
}
