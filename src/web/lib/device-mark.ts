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

const WAITING = 'libreta.por-enviar.';

/** Keeps the number of a vault's pending operations apart from the database, which a browser may delete when the disk is full. */
export function markWaiting(vault: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(WAITING + vault, String(count));
    else localStorage.removeItem(WAITING + vault);
  } catch {
    // without localStorage there is no mark
  }
}

/** The pending operations that were lost with vaults that are not on the device any more. Each loss is reported once. */
export function takeLostWork(vaults: readonly string[]): number {
  let lost = 0;
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(WAITING) || vaults.includes(key.slice(WAITING.length))) continue;
      lost += Number(localStorage.getItem(key)) || 0;
      localStorage.removeItem(key);
    }
  } catch {
    // without localStorage there is no mark
  }
  return lost;
}
