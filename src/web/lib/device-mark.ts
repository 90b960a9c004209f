import { storedKeys, storedMark } from './stored-mark.ts';

/** Marks a device that has had vaults, so that no database must be opened to find out. */
const device = storedMark('libreta.equipo');

export const markDevice = (): void => device.set('1');
export const unmarkDevice = (): void => device.remove();
export const isMarked = (): boolean => device.get() !== null;

const off = storedMark('libreta.equipo.apagado');

/** Keeps that the server forbids devices to store data, which a page without a vault does not ask again. */
export function markOff(isOff: boolean): void {
  if (isOff) off.set('1');
  else off.remove();
}
export const isMarkedOff = (): boolean => off.get() !== null;

const WAITING = 'libreta.por-enviar.';
const waitingOf = (vault: string) => storedMark(WAITING + vault);

/** Keeps the number of a vault's pending operations apart from the database, which a browser may delete when the disk is full. */
export function markWaiting(vault: string, count: number): void {
  if (count > 0) waitingOf(vault).set(String(count));
  else waitingOf(vault).remove();
}

/** The vaults that had pending operations, as far as localStorage is readable. */
export const vaultsWithWork = (): string[] => storedKeys(WAITING).map((key) => key.slice(WAITING.length));

export const waitingIn = (vault: string): number => Number(waitingOf(vault).get()) || 0;

/** Keeps the number of operations that were lost until it is reported, as that of a vault that does not exist. */
export const markLost = (count: number): void => markWaiting(crypto.randomUUID(), count);

/** Removes the marks of vaults that are gone. @returns how many pending operations these had */
export function takeLostWork(gone: readonly string[]): number {
  const counts = gone.map(waitingIn);
  for (const vault of gone) waitingOf(vault).remove();
  return counts.reduce((sum, count) => sum + count, 0);
}
