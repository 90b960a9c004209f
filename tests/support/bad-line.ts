import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lasting } from './passing-time.ts';

/** How bad a line is, in both directions; nothing said: a good one. */
interface Badness {
  /** Of a round trip, before anything of a request arrives. */
  readonly delayMs?: number;
  /** What goes through in a second, of requests and answers each. */
  readonly kbitPerS?: number;
  /** Of the requests that these paths match … */
  readonly of?: RegExp;
  /** … each so-and-so-manieth never gets its answer, though the server has worked. */
  readonly dropsEvery?: number;
  /** … and each so-and-so-manieth is answered by something in between that knows of no server. */
  readonly refusesEvery?: number;
  /** … and the answer to each so-and-so-manieth ends after so many bytes. */
  readonly cuts?: { readonly every: number; readonly afterBytes: number };
}

export interface BadLine {
  readonly url: string;
  /** From now on. */
  set(badness: Badness): void;
  /** Where the server is by now: started again it has another port. */
  lead(target: string): void;
  /** What came of the requests that matched: dropped, refused, cut, and all of them. */
  counted(): Readonly<Record<'all' | 'dropped' | 'refused' | 'cut', number>>;
  close(): Promise<void>;
}

const BITS = 8;

/**
 * A line between browsers and a server. Unlike the browser's own emulation it also drops answers after the server has worked, and what
 * workers ask goes through it too.
 */
export async function startBadLine(first: string): Promise<BadLine> {
  const agent = new Agent({ keepAlive: true });
  let target = first;
  let bad: Badness = {};
  const counts = { all: 0, dropped: 0, refused: 0, cut: 0 };
  /** Bytes go one after another, whoever's they are. */
  let free = 0;
  const through = async (bytes: number) => {
    const { kbitPerS } = bad;
    if (!kbitPerS) return;
    free = Math.max(free, performance.now()) + (bytes * BITS) / kbitPerS;
    await lasting(Math.max(0, free - performance.now()), 'the way of these bytes through the line');
  };
  const each = (every: number | undefined, at: number) => every !== undefined && at % every === 0;

  async function read(stream: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  async function onward(asked: IncomingMessage, body: Buffer): Promise<{ came: IncomingMessage; body: Buffer }> {
    const { method, url, headers } = asked;
    const going = request(new URL(url ?? '/', target), {
      method,
      headers: { ...headers, host: new URL(target).host },
      agent,
    });
    going.end(body);
    const [came] = (await once(going, 'response')) as [IncomingMessage];
    return { came, body: await read(came) };
  }

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const sent = await read(asked);
    const matched = bad.of?.test(asked.url ?? '') === true;
    if (matched) counts.all += 1;
    const at = counts.all;
    const now = bad;
    await lasting(now.delayMs ?? 0, 'a round trip');
    await through(sent.length);
    if (matched && each(now.refusesEvery, at)) {
      counts.refused += 1;
      answer.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
      return;
    }
    const { came, body } = await onward(asked, sent);
    if (matched && each(now.dropsEvery, at)) {
      counts.dropped += 1;
      answer.destroy();
      return;
    }
    await through(body.length);
    const { connection: _, 'transfer-encoding': __, ...headers } = came.headers;
    answer.writeHead(came.statusCode ?? 502, { ...headers, 'content-length': body.length });
    if (matched && now.cuts && each(now.cuts.every, at) && body.length > now.cuts.afterBytes) {
      counts.cut += 1;
      answer.write(body.subarray(0, now.cuts.afterBytes), () => answer.destroy());
      return;
    }
    answer.end(body);
  }

  const server = createServer((asked, answer) => {
    pass(asked, answer).catch(() => answer.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (badness) => {
      bad = badness;
    },
    lead: (next) => {
      target = next;
    },
    counted: () => ({ ...counts }),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
