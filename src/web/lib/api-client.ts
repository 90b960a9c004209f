import type { Call } from '#domain/calls/define-call.ts';
import { clockBehind, now } from '#domain/clock.ts';
import type { Failure } from '#domain/device/failure.ts';
import { ApiError, failureOf, isPasswordDue, NetworkError } from './api-errors.ts';
import { takeEarlyAnswer } from './early-request.ts';
import { occupyLine } from './line.ts';
import { recoverPassword } from './password-due.ts';
import { recoverSession } from './reauthentication.ts';
import { applyServerTime } from './server-clock.ts';
import { reportServer } from './server-reach.ts';
import { getSession, renewSession } from './session.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

export interface RequestOptions {
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Receives the bytes of an answer of this type instead of JSON; each chunk restarts the timeout. */
  file?: FileReceiver | undefined;
  /** Replaces the session's token; null sends none, and a 401 is then an ordinary answer. */
  token?: string | null | undefined;
  /** Background request: it does not occupy the line, and an ended session does not ask for the password. */
  behind?: boolean | undefined;
  /** Idempotency key: the server applies the operation once, however often it is sent. */
  operation?: string | undefined;
  /** Receives the stamp of the booklet with the operation; a server older than this program sends none. */
  onStamp?: ((stamp: string | null) => void) | undefined;
  /** How long the form of a new record was open. */
  seconds?: number | undefined;
  keepalive?: boolean | undefined;
}

interface DownloadOptions extends Omit<RequestOptions, 'file'> {
  method?: Method;
}

export interface FileReceiver {
  type: string;
  onStart: (headers: Headers) => (chunk: Uint8Array) => void;
}

export interface Download {
  content: Blob;
  name: string;
}

export interface ResultPage<Row> {
  rows: Row[];
  total: number;
  /** There are more rows than `total`. */
  isMinimum?: boolean;
}

type Method = Call['method'];

export const TOKEN_HEADER = 'x-access-token';
const OPERATION_HEADER = 'x-operacion';
const SECONDS_HEADER = 'x-segundos';
const STAMP_HEADER = 'x-sello';

/** How often a refused request is repeated after asking the user; a renewed token can look like a changed password. */
const MAX_RECOVERIES = { session: 1, role: 2 } as const satisfies Partial<Record<Failure, number>>;
const TIMEOUT_MS = 30_000;

function toUrl(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

async function receive(
  response: Response,
  { type, onStart }: FileReceiver,
  restartTimeout: () => void,
): Promise<Download> {
  const onChunk = onStart(response.headers);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    restartTimeout();
    chunks.push(value);
    onChunk(value);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { content: new Blob(chunks, { type }), name };
}

async function exchange(method: Method, path: string, options: RequestOptions, token: string | null) {
  const controller = new AbortController();
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const restartTimeout = () => {
    clearTimeout(timeout);
    timeout = setTimeout(() => controller.abort(), options.timeoutMs ?? TIMEOUT_MS);
  };
  restartTimeout();
  const cancel = () => controller.abort();
  options.signal?.addEventListener('abort', cancel);
  if (options.signal?.aborted) cancel();
  const headers: Record<string, string> = { accept: options.file?.type ?? 'application/json' };
  if (token) headers[TOKEN_HEADER] = token;
  if (options.operation) headers[OPERATION_HEADER] = options.operation;
  if (options.seconds !== undefined) headers[SECONDS_HEADER] = String(options.seconds);
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const released = options.behind ? () => undefined : occupyLine();
  const url = toUrl(path, options.query);
  const early = takeEarlyAnswer(method, url, token, controller.signal);
  const askedAt = early ? performance.timeOrigin + clockBehind() : now().getTime();
  try {
    const response = await (early ??
      fetch(url, {
        method,
        headers,
        body: options.body === undefined ? null : JSON.stringify(options.body),
        signal: controller.signal,
        ...(options.keepalive && { keepalive: true }),
      }));
    applyServerTime(response.headers.get('date'), askedAt);
    const type = response.headers.get('content-type') ?? '';
    const isJson = type.includes('json');
    const awaited = response.ok && options.file && type.startsWith(options.file.type) ? options.file : undefined;
    const body: unknown = awaited
      ? await receive(response, awaited, restartTimeout)
      : isJson
        ? await response.json()
        : undefined;
    return { response, body, isJson, isExpected: options.file ? awaited !== undefined : isJson };
  } catch (error) {
    if (options.signal?.aborted) throw error; // aborted by the screen: says nothing about the server
    reportServer(false);
    throw new NetworkError();
  } finally {
    released();
    clearTimeout(timeout);
    options.signal?.removeEventListener('abort', cancel);
  }
}

async function send(
  method: Method,
  path: string,
  options: RequestOptions,
  recovered: readonly Failure[] = [],
): Promise<{ response: Response; body: unknown }> {
  const session = options.token === undefined ? getSession() : null;
  const token = options.token ?? session?.accessToken ?? null;
  const { response, body, isJson, isExpected } = await exchange(method, path, options, token);
  const renewed = response.headers.get(TOKEN_HEADER);
  if (session && renewed) renewSession(session.accessToken, renewed);
  const refused = response.ok ? null : new ApiError(response.status, body, response.headers.get('retry-after'));
  const failure = failureOf(refused);
  reportServer(failure === null ? isExpected : failure !== 'busy');
  if (!refused) {
    if (!isExpected) throw new NetworkError(); // a captive portal's page
    return { response, body };
  }
  const recoverable = failure === 'session' || failure === 'role' ? failure : null;
  if (
    session &&
    recoverable &&
    !options.behind &&
    recovered.filter((other) => other === recoverable).length < MAX_RECOVERIES[recoverable]
  ) {
    const again =
      (recoverable === 'session' && (await recoverSession(session))) ||
      (isPasswordDue(refused) && (await recoverPassword(session, method)));
    if (again) return send(method, path, options, [...recovered, recoverable]);
  }
  if (failure === 'busy' && !isJson) throw new NetworkError();
  throw refused;
}

export interface Answer {
  body: unknown;
  total: number;
  isMinimum: boolean;
}

export const api = {
  async request(method: Method, path: string, options: Omit<RequestOptions, 'file'> = {}): Promise<Answer> {
    const { response, body } = await send(method, path, options);
    const { headers } = response;
    options.onStamp?.(headers.get(STAMP_HEADER));
    const total = Number(headers.get('x-total-count') ?? Number.NaN);
    return { body, total, isMinimum: headers.get('x-total-count-is-minimum') === 'true' };
  },
  async download(path: string, file: FileReceiver, { method = 'GET', ...options }: DownloadOptions = {}) {
    const { body } = await send(method, path, { ...options, file });
    return body as Download;
  },
};
