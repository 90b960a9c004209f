import { queryOptions } from '@tanstack/react-query';
import { addressOf } from '#domain/calls/call-path.ts';
import type { AnswerOf, AskOf, Call } from '#domain/calls/define-call.ts';
import { type Answer, api, type Download, type FileReceiver, type RequestOptions } from './api-client.ts';

/** A call that answers with JSON; files are downloaded. */
type Answering = Exclude<Call, { readonly file: string }>;

/** What the types of a call say of what is asked, without them. */
interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
}

type CallOptions = Pick<RequestOptions, 'signal' | 'timeoutMs' | 'operation'>;

function answerOf(call: Call, { body, total }: Answer): unknown {
  if ('counted' in call) return { answer: body, total };
  if (!('rows' in call)) return body;
  const rows = Array.isArray(body) ? body : [];
  return { rows, total: Number.isFinite(total) ? total : rows.length };
}

/** Makes a call; a failed one throws `ApiError` or `NetworkError`. The server answers for the shape, nothing is parsed again. */
export async function call<C extends Answering>(
  declared: C,
  ask: AskOf<C>,
  options: CallOptions = {},
): Promise<AnswerOf<C>> {
  const { params, query, body } = ask as Ask;
  const { method, path, permission } = declared;
  const answer = await api.request(method, addressOf(path, params), {
    // Sign-in itself: nobody is signed in yet.
    ...(permission === 'public' && { token: null }),
    ...options,
    query,
    body,
  });
  return answerOf(declared, answer) as AnswerOf<C>;
}

/** Takes the bytes of a file as they come; the file is there only once it is whole. */
export function download<C extends Extract<Call, { readonly file: string }>>(
  { path, file }: C,
  ask: AskOf<C>,
  { onStart, signal }: { onStart: FileReceiver['onStart']; signal: AbortSignal },
): Promise<Download> {
  const { params, query } = ask as Ask;
  const [type = ''] = file.split(';');
  return api.download(addressOf(path, params), { type, onStart }, { query, signal });
}

interface Family {
  /** The first parts of the key: whoever renews them renews this. */
  family: readonly string[];
  /** What is loaded, for the sentence that the console gets when it fails. */
  what: string | readonly string[];
}

/** What a screen reads: a call, and what is asked of it. */
export function asked<C extends Answering>(declared: C, ask: AskOf<C>, { family, what }: Family) {
  return queryOptions({
    queryKey: [...family, `${declared.method} ${declared.path}`, ask],
    meta: { what },
    queryFn: ({ signal }) => call(declared, ask, { signal }),
  });
}
