import type { Call } from '#domain/calls/define-call.ts';
import type { Failure } from '#domain/device/failure.ts';
import { ApiError, failureOf, isPasswordDue, NetworkError } from './api-errors.ts';
import { askedAhead } from './asked-ahead.ts';
import { occupyLine } from './line.ts';
import { recoverPassword } from './password-due.ts';
import { recoverSession } from './reauthentication.ts';
import { hearServerTime } from './server-clock.ts';
import { reportServer } from './server-reach.ts';
import { getSession, renewSession } from './session.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

export interface RequestOptions {
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Takes the bytes of an answer of this type as they come, instead of JSON; the limit of time then starts anew with each. */
  file?: FileReceiver | undefined;
  /** Sent instead of the token of whoever is signed in; null: none. A 401 is then an ordinary answer (sign-in itself). */
  token?: string | null | undefined;
  /** Nobody waits for it: the line is free for others, and whoever's session has ended is not asked for the password. */
  behind?: boolean | undefined;
  /** Under which the server remembers what came of it: sent again, also otherwise, it is done once. */
  operation?: string | undefined;
  /** Goes on after the page that sent it is closed. */
  keepalive?: boolean | undefined;
}

interface DownloadOptions extends Omit<RequestOptions, 'file'> {
  method?: Method;
}

export interface FileReceiver {
  /** Media type without parameters. */
  type: string;
  /** Told when the answer begins. @returns what is told every piece of it */
  onStart: (headers: Headers) => (chunk: Uint8Array) => void;
}

export interface Download {
  content: Blob;
  /** As the server names it; '' when it does not. */
  name: string;
}

export interface Page<Row> {
  rows: Row[];
  /** How many rows there are before paging. */
  total: number;
}

type Method = Call['method'];

/** Carries the token of a request, and on any answer the one that the session goes on with. */
const TOKEN_HEADER = 'x-access-token';
const OPERATION_HEADER = 'x-operacion';

/** How often a refusal is worth asking the person for what it lacks; a password may seem changed when only a token was. */
const MOST_RECOVERIES = { session: 1, role: 2 } as const satisfies Partial<Record<Failure, number>>;
const TIMEOUT_MS = 30_000;

function toUrl(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Reads a file to its end; rejects when the connection ends before. */
async function receive(response: Response, { type, onStart }: FileReceiver, alive: () => void): Promise<Download> {
  const told = onStart(response.headers);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    alive();
    chunks.push(value);
    told(value);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { content: new Blob(chunks, { type }), name };
}

async function exchange(method: Method, path: string, options: RequestOptions, token: string | null) {
  const controller = new AbortController();
  let giveUp: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(giveUp);
    giveUp = setTimeout(() => controller.abort(), options.timeoutMs ?? TIMEOUT_MS);
  };
  alive();
  const leave = () => controller.abort();
  options.signal?.addEventListener('abort', leave);
  if (options.signal?.aborted) leave();
  const headers: Record<string, string> = { accept: options.file?.type ?? 'application/json' };
  if (token) headers[TOKEN_HEADER] = token;
  if (options.operation) headers[OPERATION_HEADER] = options.operation;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const released = options.behind ? () => undefined : occupyLine();
  const url = toUrl(path, options.query);
  try {
    const response = await (askedAhead(method, url, token) ??
      fetch(url, {
        method,
        headers,
        body: options.body === undefined ? null : JSON.stringify(options.body),
        signal: controller.signal,
        ...(options.keepalive && { keepalive: true }),
      }));
    hearServerTime(response.headers.get('date'));
    const type = response.headers.get('content-type') ?? '';
    const isJson = type.includes('json');
    const awaited = response.ok && options.file && type.startsWith(options.file.type) ? options.file : undefined;
    const body: unknown = awaited
      ? await receive(response, awaited, alive)
      : isJson
        ? await response.json()
        : undefined;
    return { response, body, isJson, isOurs: options.file ? awaited !== undefined : isJson };
  } catch (error) {
    if (options.signal?.aborted) throw error; // the screen is gone: says nothing about the server
    reportServer(false);
    throw new NetworkError();
  } finally {
    released();
    clearTimeout(giveUp);
    options.signal?.removeEventListener('abort', leave);
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
  const { response, body, isJson, isOurs } = await exchange(method, path, options, token);
  const renewed = response.headers.get(TOKEN_HEADER);
  if (session && renewed) renewSession(session.accessToken, renewed);
  const refused = response.ok ? null : new ApiError(response.status, body, response.headers.get('retry-after'));
  const failure = failureOf(refused);
  reportServer(failure === null ? isOurs : failure !== 'busy');
  if (!refused) {
    if (!isOurs) throw new NetworkError(); // a captive portal's page, not ours
    return { response, body };
  }
  const mendable = failure === 'session' || failure === 'role' ? failure : null;
  if (
    session &&
    mendable &&
    !options.behind &&
    recovered.filter((other) => other === mendable).length < MOST_RECOVERIES[mendable]
  ) {
    const again =
      (mendable === 'session' && (await recoverSession(session))) ||
      (isPasswordDue(refused) && (await recoverPassword(session, method)));
    if (again) return send(method, path, options, [...recovered, mendable]);
  }
  if (failure === 'busy' && !isJson) throw new NetworkError();
  throw refused;
}

export interface Answer {
  body: unknown;
  /** From `X-Total-Count`: how many there are before paging; NaN where the answer does not say. */
  total: number;
}

/** Every request to the server goes through here, most of them by way of `call`; a failed one throws `ApiError` or `NetworkError`. */
export const api = {
  async request(method: Method, path: string, options: Omit<RequestOptions, 'file'> = {}): Promise<Answer> {
    const { response, body } = await send(method, path, options);
    return { body, total: Number(response.headers.get('x-total-count') ?? Number.NaN) };
  },
  /** A whole file, with no limit of time but between its pieces; nothing of one that breaks off. */
  async download(path: string, file: FileReceiver, { method = 'GET', ...options }: DownloadOptions = {}) {
    const { body } = await send(method, path, { ...options, file });
    return body as Download;
  },
};
