/** What the page asked for before this code was there: see index.html. */
interface AskedAhead {
  readonly url: string;
  readonly token: string;
  readonly answer: Promise<Response>;
}

const page = () => window as { askedAhead?: AskedAhead | undefined };

/** Whether the page has asked just this, and nobody has taken the answer yet. */
export const isAskedAhead = (url: string): boolean => page().askedAhead?.url === url;

/** @returns the answer that is on its way to just this question; whoever asks again, or something else, asks anew */
export function askedAhead(method: string, url: string, token: string | null): Promise<Response> | undefined {
  const asked = page().askedAhead;
  page().askedAhead = undefined;
  return method === 'GET' && asked?.url === url && asked.token === token ? asked.answer : undefined;
}
