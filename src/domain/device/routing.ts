import { type Failure, isTransient, isUncertain } from './failure.ts';

const MAX_PENDING = 3;
const SERVER_WAIT_MS = 800;

interface WriteSituation {
  readonly reachable: boolean;
  readonly waiting: number;
  readonly own: boolean;
  /** False if the server's records have other fields: the specified call would erase a field that this program lacks. */
  readonly sameFormat: boolean;
}

export const writeTarget = ({ reachable, waiting, own, sameFormat }: WriteSituation) =>
  !reachable || !sameFormat || own || waiting > MAX_PENDING ? 'device' : 'server';

/** What happens to the stored copy of a write that was sent at once (S2). @param failure null once it is answered */
export const storedWriteState = (failure: Failure | null): 'waits' | 'withdrawn' =>
  isUncertain(failure) ? 'waits' : 'withdrawn';

export interface ReadLatency {
  /** How long the last answer took, in milliseconds; infinite if the device did not wait for it. */
  readonly lastMs: number;
}

export const remainingWaitMs = ({ lastMs }: ReadLatency, reachable: boolean, lastedMs: number): number =>
  reachable && lastMs <= SERVER_WAIT_MS ? Math.max(0, SERVER_WAIT_MS - lastedMs) : 0;

/** Whether the device may answer a read: it has all booklets of the account, or the server is away. */
export const deviceMayAnswer = (isWhole: boolean, reachable: boolean): boolean => isWhole || !reachable;

export const isAnswer = (failure: Failure | null): boolean => !isTransient(failure);
