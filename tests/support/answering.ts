import { z } from 'zod';
import { paramNames } from '#domain/calls/call-path.ts';
import type { AnswerOf, AskOf, Call } from '#domain/calls/define-call.ts';
import { AppError, ERRORS, errorBody } from '#domain/errors.ts';
import { problemsOf } from '#domain/records/define-record.ts';

type Answering = Exclude<Call, { readonly file: string }>;

interface Asked {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** One call, answered by a test. */
export interface Fake<Ask = unknown> {
  call: Answering;
  answer: (ask: Asked) => unknown;
  /** All that was asked of it so far, in that order. */
  asked: Ask[];
}

/**
 * The answer of a call as a screen gets it, for tests without a server: what it may be asked and must answer is the call's
 * own word, for the compiler and while the test runs. A thrown `AppError` is answered as the server would.
 */
export function answering<C extends Answering>(
  call: C,
  answer: (ask: AskOf<C>) => AnswerOf<C> | Promise<AnswerOf<C>>,
): Fake<AskOf<C>> {
  return { call, answer: answer as unknown as Fake['answer'], asked: [] };
}

/** A call that the server refuses. */
export const refusing = <C extends Answering>(call: C, error: AppError) =>
  answering(call, (): never => {
    throw error;
  });

/** A call whose answer is still on its way when the test ends. */
export const hanging = <C extends Answering>(call: C) => answering(call, () => new Promise<never>(() => undefined));

/** What a fake throws to be without signal. */
export class NoConnection extends TypeError {}

/** A call that gets nowhere, as without signal. */
export const unreachable = <C extends Answering>(call: C) =>
  answering(call, (): never => {
    throw new NoConnection('Failed to fetch');
  });

/** What fakes did that no server would, since it was last asked. */
const faults: unknown[] = [];
export const takeFaults = () => faults.splice(0);

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);

function refused(error: AppError): Response {
  const { status } = ERRORS[error.code];
  return Response.json({ ...errorBody(error), ...(status >= 500 && { requestId: 'prueba-1' }) }, { status });
}

/** Refuses what the server's rules refuse. */
function checkAsk(call: Answering, { body }: Asked): void {
  const result = call.body?.safeParse(body);
  if (result && !result.success) throw new AppError('invalid', { problems: problemsOf(result.error) });
}

/** What travels of an answer; an answer that the call does not declare is a fault of the test. */
function sent(call: Answering, given: unknown): { body: unknown; total?: number | undefined } {
  if ('answer' in call) return { body: call.answer.parse(given) };
  const { rows, answer, total } = given as { rows?: unknown; answer?: unknown; total: number };
  return { body: 'rows' in call ? z.array(call.rows).parse(rows) : call.counted.parse(answer), total };
}

async function respond({ call, answer, asked }: Fake, ask: Asked): Promise<Response> {
  asked.push(ask);
  try {
    checkAsk(call, ask);
    const { body, total } = sent(call, await answer(ask));
    const headers = total === undefined ? undefined : { 'x-total-count': String(total) };
    return Response.json(body, { status: call.status ?? 200, ...(headers && { headers }) });
  } catch (error) {
    if (error instanceof AppError) return refused(error);
    if (!(error instanceof NoConnection)) faults.push(error);
    throw error;
  }
}

let page = 0;
/** As when a page is loaded anew: of what was asked before nothing comes any more, nor is it given up half a minute later. */
export const leavePage = (): void => {
  page += 1;
};

/** A request ends as soon as whoever made it gives it up. */
function untilAborted(response: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return response;
  const asking = page;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      if (asking === page) reject(signal.reason);
    });
    response.then(resolve, reject);
  });
}

/** A `fetch` that knows these calls, the first of those that fit; whatever else is asked is a 404. */
export function fetchOf(...fakes: Fake[]): typeof fetch {
  return async (address, init = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://localhost');
    for (const fake of fakes) {
      const { call } = fake;
      const matched = patternOf(call.path).exec(pathname);
      if (!matched || call.method !== (init.method ?? 'GET')) continue;
      const params = Object.fromEntries(
        paramNames(call.path).map((name, index) => [name, decodeURIComponent(matched[index + 1] ?? '')]),
      );
      const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
      return untilAborted(respond(fake, { params, query: Object.fromEntries(searchParams), body }), init.signal);
    }
    return Response.json({ message: `nobody answers ${pathname}` }, { status: 404 });
  };
}
