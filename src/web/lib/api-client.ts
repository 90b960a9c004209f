import { ApiError, NetworkError } from './api-errors.ts';
import { recoverSession } from './reauthentication.ts';
import { reportServer } from './server-reach.ts';
import { getSession } from './session.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

interface RequestOptions {
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Sends no token, and a 401 is an ordinary answer (sign-in itself). */
  anonymous?: boolean | undefined;
}

export interface Page<Row> {
  rows: Row[];
  /** How many rows there are before paging. */
  total: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const TIMEOUT_MS = 30_000;
/** What a proxy answers when nobody is behind it. */
const NOBODY_THERE = [502, 503, 504];

function toUrl(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

async function exchange(method: Method, path: string, options: RequestOptions, token: string | undefined) {
  const controller = new AbortController();
  const giveUp = setTimeout(() => controller.abort(), options.timeoutMs ?? TIMEOUT_MS);
  const leave = () => controller.abort();
  options.signal?.addEventListener('abort', leave);
  if (options.signal?.aborted) leave();
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers['x-access-token'] = token;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(toUrl(path, options.query), {
      method,
      headers,
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: controller.signal,
    });
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body: unknown = isJson ? await response.json() : undefined;
    return { response, body, isJson };
  } catch (error) {
    if (options.signal?.aborted) throw error; // the screen is gone: says nothing about the server
    reportServer(false);
    throw new NetworkError();
  } finally {
    clearTimeout(giveUp);
    options.signal?.removeEventListener('abort', leave);
  }
}

async function send(
  method: Method,
  path: string,
  options: RequestOptions,
  again = false,
): Promise<{ response: Response; body: unknown }> {
  const session = options.anonymous ? null : getSession();
  const { response, body, isJson } = await exchange(method, path, options, session?.accessToken);
  const absent = NOBODY_THERE.includes(response.status);
  reportServer(!absent && (isJson || !response.ok));
  if (response.ok) {
    if (!isJson) throw new NetworkError(); // a captive portal's page, not ours
    return { response, body };
  }
  if (response.status === 401 && session && !again) {
    if (await recoverSession(session)) return send(method, path, options, true);
  }
  if (absent && !isJson) throw new NetworkError();
  throw new ApiError(response.status, body);
}

async function read<T>(method: Method, path: string, options: RequestOptions): Promise<T> {
  const { body } = await send(method, path, options);
  return body as T;
}

type WithoutBody = Omit<RequestOptions, 'body'>;

/** Every request to the server goes through here; a failed one throws `ApiError` or `NetworkError`. */
export const api = {
  get: <T>(path: string, options: WithoutBody = {}) => read<T>('GET', path, options),
  post: <T>(path: string, body: unknown, options: WithoutBody = {}) => read<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown, options: WithoutBody = {}) => read<T>('PUT', path, { ...options, body }),
  delete: <T>(path: string, options: WithoutBody = {}) => read<T>('DELETE', path, options),
  /** An answer together with the total from `X-Total-Count`. */
  counted: async <T>(path: string, options: WithoutBody = {}): Promise<{ body: T; total: number }> => {
    const { response, body } = await send('GET', path, options);
    return { body: body as T, total: Number(response.headers.get('x-total-count') ?? Number.NaN) };
  },
  /** One page of a list (`limit`, `offset` … in `query`), with the total from `X-Total-Count`. */
  page: async <Row>(path: string, options: WithoutBody = {}): Promise<Page<Row>> => {
    const { body, total } = await api.counted<unknown>(path, options);
    const rows = Array.isArray(body) ? (body as Row[]) : [];
    return { rows, total: Number.isFinite(total) ? total : rows.length };
  },
};
