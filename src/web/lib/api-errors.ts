import type { Enrolment } from '#domain/calls/session.ts';
import { type Failure, failureOfAnswer } from '#domain/device/failure.ts';
import { ERRORS, type ErrorCode, type FieldProblem } from '#domain/errors.ts';

export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly problems: FieldProblem[];
  /** The whole answer: a 409 has the current row, a 500 the request id. */
  readonly body: unknown;
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

/** A proxy's answer has no code, only a status. */
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

export function failureOf(error: unknown): Failure | null {
  if (error instanceof NetworkError) return 'silence';
  if (error instanceof ApiError) return failureOfAnswer(error);
  // Errors of a worker arrive with their name only.
  return error instanceof Error && error.name === 'OtherFormat' ? 'behind' : null;
}

export const refusedFor = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : ERRORS.internal.message;
}

export function errorProblems(error: unknown): FieldProblem[] {
  return error instanceof ApiError ? error.problems : [];
}

export function errorDetail(error: unknown): string {
  const problems = errorProblems(error).map(({ msg }) => msg);
  return problems.join('\n') || errorMessage(error);
}

export function currentRow<Row extends { _id: string; version: number }>(error: unknown): Row | undefined {
  return refusedFor(error, 'outdated') ? (error.body as Row) : undefined;
}

/** Deleted, mistyped or not visible to this account. */
export const isNotFound = (error: unknown): boolean => refusedFor(error, 'notFound');

/** The id belongs to other content: the next try needs a new one. */
export const isIdTaken = (error: unknown): boolean => refusedFor(error, 'idTaken');

export const isPasswordDue = (error: unknown): error is ApiError => refusedFor(error, 'passwordChange');

export interface PendingSecondStep {
  readonly alta: Enrolment | null;
  readonly lost: string | null;
}

export function secondStepOf(error: unknown): PendingSecondStep | null {
  if (refusedFor(error, 'secondFactorLost')) return { alta: null, lost: error.message };
  if (!refusedFor(error, 'secondFactor')) return null;
  return { alta: (error.body as { alta?: Enrolment }).alta ?? null, lost: null };
}

export function errorReference(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return undefined;
  const { requestId } = error.body as { requestId?: unknown };
  return typeof requestId === 'string' ? requestId : undefined;
}
