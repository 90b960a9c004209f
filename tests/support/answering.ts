import { z } from 'zod';
import { paramNames } from '#domain/calls/call-path.ts';
import type { Call, CallAnswer, CallInput } from '#domain/calls/define-call.ts';
import { AppError, ERRORS, errorBody } from '#domain/errors.ts';
import { problemsOf } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';

type Answering = Exclude<Call, { readonly file: string }>;

interface FakeRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** A fake answer of one call. */
export interface Fake<Ask = unknown> {
  call: Answering;
  answer: (ask: FakeRequest) => unknown;
  /** Every request so far, in order. */
  requests: Ask[];
}

/**
 * A fake answer for tests without a server. The schemas of the call check request and answer, in the compiler and at run time; a thrown `AppError` is
 * answered as the server would.
 */
export function answering<C extends Answering>(
  call: C,
  answer: (ask: CallInput<C>) => CallAnswer<C> | Promise<CallAnswer<C>>,
): Fake<CallInput<C>> {
  return { call, answer: answer as unknown as Fake['answer'], requests: [] };
}

export const refusing = <C extends Answering>(call: C, error: AppError) =>
  answering(call, (): never => {
    throw error;
  });

/** A call that is never answered. */
export const hanging = <C extends Answering>(call: C) => answering(call, () => new Promise<never>(() => undefined));

/** Thrown by a fake to simulate a missing connection. */
/** Holds back the answers of a fake until `release` is called. */
export function holding<Ask>({ call, answer, requests }: Fake<Ask>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fake: Fake<Ask> = { call, requests, answer: (ask) => released.then(() => answer(ask)) };
  return Object.assign(fake, { release: () => release() });
}

export class NoConnection extends TypeError {}

export const unreachable = <C extends Answering>(call: C) =>
  answering(call, (): never => {
    throw new NoConnection('Failed to fetch');
  });

/** Requests and answers that no server would accept; `takeFaults` empties the list. */
const faults: unknown[] = [];
export const takeFaults = () => faults.splice(0);

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);

function refused(error: AppError): Response {
  const { status } = ERRORS[error.code];
  return Response.json({ ...errorBody(error), ...(status >= 500 && { requestId: 'prueba-1' }) }, { status });
}

/** Refuses a body that the server would refuse. */
function checkAsk(call: Answering, { body }: FakeRequest): void {
  const result = call.body?.safeParse(body);
  if (result && !result.success) throw new AppError('invalid', { problems: problemsOf(result.error) });
}

/** The answer as it goes over the wire. An answer that the call does not declare is a fault of the test. */
function sent(call: Answering, given: unknown): { body: unknown; total?: number | undefined; isMinimum?: boolean } {
  if ('answer' in call) return { body: call.answer.parse(given) };
  const {
    rows,
    answer,
    total,
    isMinimum = false,
  } = given as { rows?: unknown; answer?: unknown; total: number; isMinimum?: boolean };
  return { body: 'rows' in call ? z.array(call.rows).parse(rows) : call.counted.parse(answer), total, isMinimum };
}

async function respond({ call, answer, requests }: Fake, ask: FakeRequest): Promise<Response> {
  requests.push(ask);
  try {
    checkAsk(call, ask);
    const { body, total, isMinimum } = sent(call, await answer(ask));
    const headers = {
      ...(total !== undefined && { 'x-total-count': String(total) }),
      ...(isMinimum && { 'x-total-count-is-minimum': 'true' }),
    };
    return Response.json(body, { status: call.status ?? 200, headers });
  } catch (error) {
    if (error instanceof AppError) return refused(error);
    if (!(error instanceof NoConnection)) faults.push(error);
    throw error;
  }
}

let page = 0;
/** Simulates a page load: pending requests are neither answered nor aborted afterwards. */
export const leavePage = (): void => {
  page += 1;
};

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

const WHOLE_BOOKLET = /^\/api\/(\w+)\/([^/]+)\/libreta$/;

/** A whole booklet by the fakes of the person and of her records; the first refusal is that of all. */
async function wholeBooklet(ask: typeof fetch, path: string, init: RequestInit): Promise<Response | null> {
  const [, kind, id] = WHOLE_BOOKLET.exec(path) ?? [];
  if (!kind || !id) return null;
  const records = RECORD_LIST.filter(({ parent }) => parent?.record === kind);
  const lists = records.map((record) => ask(`/api/${record.path}?${record.parent?.field}=${id}`, init));
  const [person, ...others] = await Promise.all([ask(`/api/${kind}/${id}`, init), ...lists]);
  const refusal = [person, ...others].find(({ ok }) => !ok);
  if (refusal) return refusal;
  const rows = await Promise.all(others.map(async (list, at) => [records[at]?.key ?? '', await list.json()] as const));
  return Response.json({ persona: await person.json(), registros: Object.fromEntries(rows) });
}

/** A `fetch` that answers with the first matching fake, and with 404 otherwise. */
export function fetchOf(...fakes: Fake[]): typeof fetch {
  const ask: typeof fetch = async (address, init = {}) => {
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
    const whole = await wholeBooklet(ask, pathname, init);
    return whole ?? Response.json({ message: `nobody answers ${pathname}` }, { status: 404 });
  };
  return ask;
}
