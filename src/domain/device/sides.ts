import { type Failure, isUncertain, mayPass } from './failure.ts';

/** While no more than this waits, what is written goes to the server at once, as without a device. */
const FEW = 3;
/** So long the server may say nothing before the device answers. */
const SILENCE_MS = 800;

/** Where a write goes first. @param own whether something of the same booklet waits */
export const writesTo = (now: { readonly reachable: boolean; readonly waiting: number; readonly own: boolean }) =>
  !now.reachable || now.own || now.waiting > FEW ? 'device' : 'server';

/** What becomes of a write that is kept on the device while it is sent at once. @param failure null once it is answered */
export const keptAfter = (failure: Failure | null): 'waits' | 'withdrawn' =>
  isUncertain(failure) ? 'waits' : 'withdrawn';

/** What is known of how fast the server answers reads. */
export interface Pace {
  /** How long the last answer took, in milliseconds; infinite where one was not waited for. */
  readonly lastMs: number;
}

/** How long the server may still be silent before the device answers. @param lastedMs since it was asked */
export const patienceMs = ({ lastMs }: Pace, reachable: boolean, lastedMs: number): number =>
  reachable && lastMs <= SILENCE_MS ? Math.max(0, SILENCE_MS - lastedMs) : 0;

/** Whether the device may answer in place of the server: it has all of it, or nobody else can. */
export const deviceMayAnswer = (isWhole: boolean, reachable: boolean): boolean => isWhole || !reachable;

/** A refusal is an answer. */
export const isAnswer = (failure: Failure | null): boolean => !mayPass(failure);
