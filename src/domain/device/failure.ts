import { ERRORS, type ErrorCode } from '../errors.ts';

/** Why a call failed, as far as what follows depends on it. */
export type Failure =
  /** There was no answer of the server's. What was sent may have been done. */
  | 'silence'
  /** The server, or a proxy before it, cannot answer just now (502, 503, 504). What was sent may have been done. */
  | 'busy'
  /** The server failed at what was sent (500). */
  | 'fault'
  /** The server cannot do it now, whatever is sent: its disk is full, for one (any other 5xx). */
  | 'unable'
  /** The session has ended (401). */
  | 'session'
  /** The account may not do it (403). */
  | 'role'
  /** The application is newer than the server. */
  | 'ahead'
  /** The application is older than the server: the answer has a format that it does not know. */
  | 'behind'
  /** More was sent than the server takes (413). */
  | 'tooLarge'
  /** It was tried too often (429). */
  | 'tooOften'
  /** The server does not do what was sent (any other 4xx). */
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

/** The failure that an answer of the server tells, by its HTTP status and its code. */
export function failureOfAnswer({ status, code }: { readonly status: number; readonly code: ErrorCode }): Failure {
  if (code === 'protocol') return 'ahead';
  return BY_STATUS[status] ?? (status >= 500 ? 'unable' : 'refused');
}

/** Another try may succeed although nobody changes anything. A refusal stays one. */
export const mayPass = (failure: Failure | null): boolean =>
  failure === 'silence' || failure === 'busy' || failure === 'fault' || failure === 'unable';

/** Nobody can say whether the server did what was sent. */
export const isUncertain = (failure: Failure | null): boolean => failure === 'silence' || failure === 'busy';
