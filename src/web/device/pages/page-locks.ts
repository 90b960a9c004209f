const LOCKS = {
  renewal: 'ficha',
  vault: 'boveda',
  outbox: 'salida',
  sending: 'envio',
  pulling: 'baja',
  booklets: 'escribe',
  notes: 'notas',
} as const;

export type Lock = keyof typeof LOCKS;

const nameOf = (lock: Lock, vault: string) => `libreta.${LOCKS[lock]}.${vault}`;

/** Waits for the lock. A browser without Web Locks runs the work at once. Every failure is a rejection, also in a page that is being closed. */
export const withPageLock = async <T>(lock: Lock, vault: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(nameOf(lock, vault), work) : work();

/** @returns undefined when another page has the lock */
export const ifPageLockFree = async <T>(lock: Lock, vault: string, work: () => Promise<T>): Promise<T | undefined> =>
  'locks' in navigator
    ? navigator.locks.request(nameOf(lock, vault), { ifAvailable: true }, async (mine) => (mine ? work() : undefined))
    : work();

export const isPageLockTaken = async (lock: Lock, vault: string): Promise<boolean> =>
  'locks' in navigator &&
  (await navigator.locks.query()).held?.some(({ name }) => name === nameOf(lock, vault)) === true;
