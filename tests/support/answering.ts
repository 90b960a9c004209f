import { type AnswerOf, type AskOf, type Call, paramNames } from '#domain/calls/define-call.ts';

type Answering = Exclude<Call, { readonly file: string }>;

export interface Fake {
  call: Answering;
  answer: (ask: { params: Record<string, string>; query: Record<string, string>; body: unknown }) => unknown;
}

/** The answer of a call as a screen gets it, for tests without a server: what it may be asked and must answer is the call's own word. */
export function answering<C extends Answering>(call: C, answer: (ask: AskOf<C>) => AnswerOf<C>): Fake {
  return { call, answer: answer as unknown as Fake['answer'] };
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);

/** A `fetch` that knows these calls; whatever else is asked is a 404. */
export function fetchOf(...fakes: Fake[]): typeof fetch {
  return async (address, init = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://localhost');
    for (const { call, answer } of fakes) {
      const matched = patternOf(call.path).exec(pathname);
      if (!matched || call.method !== (init.method ?? 'GET')) continue;
      const params = Object.fromEntries(
        paramNames(call.path).map((name, index) => [name, decodeURIComponent(matched[index + 1] ?? '')]),
      );
      const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
      const given = answer({ params, query: Object.fromEntries(searchParams), body });
      const { rows, answer: counted, total } = given as { rows?: unknown; answer?: unknown; total?: number };
      const sent = 'rows' in call ? rows : 'counted' in call ? counted : given;
      const headers = total === undefined ? undefined : { 'x-total-count': String(total) };
      return Response.json(sent, { status: call.status ?? 200, ...(headers && { headers }) });
    }
    return Response.json({ message: `nobody answers ${pathname}` }, { status: 404 });
  };
}
