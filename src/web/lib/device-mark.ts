/** Marks a device that has had vaults, so that no database must be opened to find out. */
const MARK = 'libreta.equipo';

export function markDevice(): void {
  try {
    localStorage.setItem(MARK, '1');
  } catch {
    // without localStorage there is no mark
  }
}

export function unmarkDevice(): void {
  try {
    localStorage.removeItem(MARK);
  } catch {
    // nothing was stored
  }
}

export function isMarked(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}
