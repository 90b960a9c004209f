import type { Enrolment } from '#domain/calls/session.ts';
import { type Failure, failureOfAnswer } from '#domain/device/failure.ts';
import { ERRORS, type ErrorCode, type FieldProblem } from '#domain/errors.ts';

/** The server answered, and refused. */
export class ApiError extends Error {
  readonly status: number;
  /** What went wrong, by the one map of errors. */
  readonly code: ErrorCode;
  /** Problems with single fields; empty when the server answered with one sentence. */
  readonly problems: FieldProblem[];
  /** The whole answer: a 409 carries the current row, a 500 the request id. */
  readonly body: unknown;
  /** Seconds after which the server wants to be asked again; NaN where it does not say. */
  readonly retryAfter: number;

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const code = readCode(status, body);
    const { message, problems } = readMessage(code, body);
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.problems = problems;
    this.body = body;
    this.retryAfter = Number(retryAfter ?? Number.NaN);
  }
}

/** The server did not answer: no signal, no server, too late, or something else answered in its place. */
export class NetworkError extends Error {
  constructor() {
    super('No hay conexión con el servidor. Revisa tu señal e inténtalo de nuevo.');
    this.name = 'NetworkError';
  }
}

function isProblem(item: unknown): item is { msg: string; path?: unknown } {
  return typeof item === 'object' && item !== null && typeof (item as { msg?: unknown }).msg === 'string';
}

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code);

/** As our server says it; what answers in its place says at least a status. */
function readCode(status: number, body: unknown): ErrorCode {
  const given = typeof body === 'object' && body !== null ? (body as { code?: unknown }).code : undefined;
  if (isCode(given)) return given;
  return (
    Object.keys(ERRORS)
      .filter(isCode)
      .find((code) => ERRORS[code].status === status) ?? 'internal'
  );
}

function readMessage(code: ErrorCode, body: unknown): { message: string; problems: FieldProblem[] } {
  const given = typeof body === 'object' && body !== null ? (body as { message?: unknown }).message : undefined;
  if (Array.isArray(given)) {
    const problems = given
      .filter(isProblem)
      .map(({ msg, path }) => ({ msg, path: typeof path === 'string' ? path : '' }));
    return { message: problems[0]?.msg ?? ERRORS.invalid.message, problems };
  }
  if (typeof given === 'string' && given) return { message: given, problems: [] };
  return { message: ERRORS[code].message, problems: [] };
}

/** Why a call failed; null for an error that is not of a call. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof NetworkError) return 'silence';
  if (error instanceof ApiError) return failureOfAnswer(error);
  // What a worker threw comes with its name alone.
  return error instanceof Error && error.name === 'OtherFormat' ? 'behind' : null;
}

/** Whether the server refused for this reason. */
export const refusedFor = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** The sentence to show for any error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : ERRORS.internal.message;
}

/** The field problems of any error; empty when it has none. */
export function errorProblems(error: unknown): FieldProblem[] {
  return error instanceof ApiError ? error.problems : [];
}

/** Why something failed, for one notice: every problem the server named, or its sentence. */
export function errorDetail(error: unknown): string {
  const problems = errorProblems(error).map(({ msg }) => msg);
  return problems.join('\n') || errorMessage(error);
}

/** The current row that a refused, outdated replace brings along. */
export function currentRow<Row extends { _id: string; version: number }>(error: unknown): Row | undefined {
  return refusedFor(error, 'outdated') ? (error.body as Row) : undefined;
}

/** Deleted, mistyped, or not this person's to see. */
export const isGone = (error: unknown): boolean => refusedFor(error, 'notFound');

/** Something else was saved under this id: the next try needs another one. */
export const isIdTaken = (error: unknown): boolean => refusedFor(error, 'idTaken');

/** The password is no longer enough for anything but changing it. */
export const isPasswordDue = (error: unknown): error is ApiError => refusedFor(error, 'passwordChange');

/** What a sign-in waits for whose password was right. */
export interface SecondStep {
  /** What an authenticator application is set up with, where there is none yet. */
  readonly alta: Enrolment | null;
  /** Why no code of an application helps any more, where none does. */
  readonly lost: string | null;
}

export function secondStepOf(error: unknown): SecondStep | null {
  if (refusedFor(error, 'secondFactorLost')) return { alta: null, lost: error.message };
  if (!refusedFor(error, 'secondFactor')) return null;
  return { alta: (error.body as { alta?: Enrolment }).alta ?? null, lost: null };
}

/** A number to tell the support desk, when the server gave one. */
export function errorReference(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return undefined;
  const { requestId } = error.body as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : undefined;
}
