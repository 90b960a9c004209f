/** The account whose pages are locked, so that its next page is locked too (rule V5). */
const LOCK = 'libreta.bloqueo';

export function markLocked(account: string): void {
  try {
    localStorage.setItem(LOCK, account);
  } catch {
    // without localStorage a new page is not locked
  }
}

export function unmarkLocked(): void {
  try {
    localStorage.removeItem(LOCK);
  } catch {
    // nothing was stored
  }
}

export function isLocked(account: string): boolean {
  try {
    return localStorage.getItem(LOCK) === account;
  } catch {
    return false;
  }
}
