/** What is done in one page at a time, for each vault of the device. */
const LOCKS = {
  /** A session goes on by its ticket. */
  renewal: 'ficha',
  /** A vault is made ready, or taken away. */
  vault: 'boveda',
  /** What waits is changed. */
  outbox: 'salida',
  /** What waits is sent. */
  sending: 'envio',
  /** Booklets come down. */
  pulling: 'baja',
  /** Booklets are written. */
  booklets: 'escribe',
} as const;

export type Lock = keyof typeof LOCKS;

const nameOf = (lock: Lock, vault: string) => `libreta.${LOCKS[lock]}.${vault}`;

/** Waits until no other page does the same. Where a browser knows no locks, it is done at once. */
export const alone = <T>(lock: Lock, vault: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(nameOf(lock, vault), work) : work();

/** Does it unless another page does. @returns undefined where another one does */
export const ifAlone = <T>(lock: Lock, vault: string, work: () => Promise<T>): Promise<T | undefined> =>
  'locks' in navigator
    ? navigator.locks.request(nameOf(lock, vault), { ifAvailable: true }, async (mine) => (mine ? work() : undefined))
    : work();
