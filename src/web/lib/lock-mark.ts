import { storedMark } from './stored-mark.ts';

/** The account whose pages are locked, so that its next page is locked too (rule V5). */
const lock = storedMark('libreta.bloqueo');

export const markLocked = (account: string): void => lock.set(account);
export const unmarkLocked = (): void => lock.remove();
export const isLocked = (account: string): boolean => lock.get() === account;
