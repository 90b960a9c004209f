import { queryOptions } from '@tanstack/react-query';
import { addressOf } from '#domain/calls/call-path.ts';
import type { Call, CallAnswer, CallInput } from '#domain/calls/define-call.ts';
import { type Answer, api, type Download, type FileReceiver, type RequestOptions } from './api-client.ts';

type Answering = Exclude<Call, { readonly file: string }>;

interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
}

type CallOptions = Pick<RequestOptions, 'signal' | 'timeoutMs' | 'operation' | 'onStamp' | 'seconds'>;

function answerOf(call: Call, { body, total, isMinimum }: Answer): unknown {
  if ('counted' in call) return { answer: body, total };
  if (!('rows' in call)) return body;
  const rows = Array.isArray(body) ? body : [];
  return { rows, total: Number.isFinite(total) ? total : rows.length, ...(isMinimum && { isMinimum }) };
}

/** The answer is not validated: the server guarantees its shape. @throws ApiError, NetworkError */
export async function call<C extends Answering>(
  declared: C,
  ask: CallInput<C>,
  options: CallOptions = {},
): Promise<CallAnswer<C>> {
  const { params, query, body } = ask as Ask;
  const { method, path, permission } = declared;
  const answer = await api.request(method, addressOf(path, params), {
    ...(permission === 'public' && { token: null }),
    ...options,
    query,
    body,
  });
  return answerOf(declared, answer) as CallAnswer<C>;
}

export function download<C extends Extract<Call, { readonly file: string }>>(
  { path, file }: C,
  ask: CallInput<C>,
  { onStart, signal }: { onStart: FileReceiver['onStart']; signal: AbortSignal },
): Promise<Download> {
  const { params, query } = ask as Ask;
  const [type = ''] = file.split(';');
  return api.download(addressOf(path, params), { type, onStart }, { query, signal });
}

interface Family {
  family: readonly string[];
  /** Names the data in the console's message when loading fails. */
  what: string | readonly string[];
}

export function callQuery<C extends Answering>(declared: C, ask: CallInput<C>, { family, what }: Family) {
  return queryOptions({
    queryKey: [...family, `${declared.method} ${declared.path}`, ask],
    meta: { what },
    queryFn: ({ signal }) => call(declared, ask, { signal }),
  });
}
