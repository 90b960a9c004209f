/** A request that index.html sent before this code was loaded. */
interface AskedAhead {
  readonly url: string;
  readonly token: string;
  readonly answer: Promise<Response>;
  readonly arrived: boolean;
  readonly abort: AbortController;
}

const page = () => window as { askedAhead?: AskedAhead | undefined };

export const isRequestedEarly = (url: string): boolean => page().askedAhead?.url === url;

/** Whether the answer to the early request has begun to arrive and was not taken. */
export const hasEarlyAnswer = (): boolean => page().askedAhead?.arrived === true;

/** @param signal from now on aborts the early request @returns its answer, once, if it is for exactly this request */
export function takeEarlyAnswer(
  method: string,
  url: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = page().askedAhead;
  page().askedAhead = undefined;
  if (method !== 'GET' || early?.url !== url || early.token !== token) return undefined;
  const abort = () => early.abort.abort(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return early.answer;
}
