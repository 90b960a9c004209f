import { type AppError, ERRORS, type ErrorCode, type FieldProblem } from '../errors.ts';

/** https://hl7.org/fhir/R4/valueset-issue-type.html */
export type IssueCode =
  | 'invalid'
  | 'value'
  | 'login'
  | 'forbidden'
  | 'not-supported'
  | 'not-found'
  | 'deleted'
  | 'too-long'
  | 'too-costly'
  | 'conflict'
  | 'timeout'
  | 'throttled'
  | 'transient'
  | 'no-store'
  | 'processing'
  | 'exception';

/** An expected error of /fhir, with a sentence for the integrator. */
export class FhirError extends Error {
  readonly status: number;
  readonly issue: IssueCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, issue: IssueCode, diagnostics: string, headers: Readonly<Record<string, string>> = {}) {
    super(diagnostics);
    this.status = status;
    this.issue = issue;
    this.headers = headers;
  }
}

export const invalidParameter = (diagnostics: string): FhirError => new FhirError(400, 'invalid', diagnostics);

const ISSUES: Readonly<Record<number, IssueCode>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  410: 'deleted',
  413: 'too-long',
  415: 'not-supported',
  429: 'throttled',
  431: 'too-long',
  503: 'transient',
  507: 'no-store',
};

/** Most sentences about a parameter name it. */
const sentenceOf = ({ path, msg }: FieldProblem) => (path === '' || msg.startsWith(path) ? msg : `${path}: ${msg}`);

/** Where the sentence of another part of the server would be wrong for an integrator. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  mediaType:
    'Una búsqueda se envía como application/x-www-form-urlencoded, y una exportación como application/fhir+json.',
  forbidden: 'Este lector no tiene permiso para leer esto.',
};

/** The error of another part of the server as /fhir answers it. */
export function fhirErrorOf(error: AppError): FhirError {
  const { status, message } = ERRORS[error.code];
  const problems = error.problems?.map(sentenceOf).join(' ');
  return new FhirError(
    status,
    ISSUES[status] ?? (status >= 500 ? 'exception' : 'processing'),
    problems ?? SENTENCES[error.code] ?? message,
  );
}

/** https://hl7.org/fhir/R4/operationoutcome.html. A server that only turns requests away for a while has not failed. */
export const operationOutcome = ({ status, issue, message }: FhirError) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: status >= 500 && status !== 503 ? 'fatal' : 'error', code: issue, diagnostics: message }],
});
