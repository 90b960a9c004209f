/** Says, without looking into databases, that somebody's booklets are or were to be kept on this device. */
const MARK = 'libreta.equipo';

export function markDevice(): void {
  try {
    localStorage.setItem(MARK, '1');
  } catch {
    // what keeps nothing keeps no titles of screens either
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
