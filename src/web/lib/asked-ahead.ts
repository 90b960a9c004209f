/** What the page asked for before this code was there: see index.html. */
interface AskedAhead {
  readonly url: string;
  readonly token: string;
  readonly answer: Promise<Response>;
}

/** @returns the answer that is on its way to just this question; whoever asks again, or something else, asks anew */
export function askedAhead(method: string, url: string, token: string | null): Promise<Response> | undefined {
  const page = window as { askedAhead?: AskedAhead | undefined };
  const asked = page.askedAhead;
  page.askedAhead = undefined;
  return method === 'GET' && asked?.url === url && asked.token === token ? asked.answer : undefined;
}
