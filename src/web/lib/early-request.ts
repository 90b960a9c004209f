/** A request that index.html sent before this code was loaded. */
interface AskedAhead {
  readonly url: string;
  readonly token: string;
  readonly answer: Promise<Response>;
  readonly arrived: boolean;
}

const page = () => window as { askedAhead?: AskedAhead | undefined };

export const isRequestedEarly = (url: string): boolean => page().askedAhead?.url === url;

/** Whether the answer to the early request has begun to arrive and was not taken. */
export const hasEarlyAnswer = (): boolean => page().askedAhead?.arrived === true;

/** @returns the early answer, once, if it is for exactly this request */
export function takeEarlyAnswer(method: string, url: string, token: string | null): Promise<Response> | undefined {
  const early = page().askedAhead;
  page().askedAhead = undefined;
  return method === 'GET' && early?.url === url && early.token === token ? early.answer : undefined;
}
