import { ERRORS, type ErrorCode } from '../errors.ts';

/** Why a call failed; rule F1 of SPEC.md gives the status of each. */
export type Failure =
  | 'silence'
  | 'busy'
  | 'fault'
  /** No request can be served now, for example because the disk is full. */
  | 'unable'
  | 'session'
  | 'role'
  | 'ahead'
  | 'behind'
  | 'tooLarge'
  | 'tooOften'
  | 'refused';

const BY_STATUS: Readonly<Record<number, Failure>> = {
  [ERRORS.unauthenticated.status]: 'session',
  [ERRORS.forbidden.status]: 'role',
  [ERRORS.tooLarge.status]: 'tooLarge',
  [ERRORS.tooManyTries.status]: 'tooOften',
  [ERRORS.internal.status]: 'fault',
  502: 'busy',
  [ERRORS.unavailable.status]: 'busy',
  504: 'busy',
};

export function failureOfAnswer({ status, code }: { readonly status: number; readonly code: ErrorCode }): Failure {
  if (code === 'protocol') return 'ahead';
  return BY_STATUS[status] ?? (status >= 500 ? 'unable' : 'refused');
}

/** Whether a retry may succeed without any change (F3). */
export const isTransient = (failure: Failure | null): boolean =>
  failure === 'silence' || failure === 'busy' || failure === 'fault' || failure === 'unable';

const SPREAD = 0.3;

/** A pause of `ms` ± 30 %, so that devices do not all come back at once. @param luck from 0 to 1 */
export const spread = (ms: number, luck: number): number => ms * (1 - SPREAD + 2 * SPREAD * luck);

/** Whether the server may have applied the request (F2). */
export const isUncertain = (failure: Failure | null): boolean => failure === 'silence' || failure === 'busy';
