import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lasting } from './passing-time.ts';

/** Faults of the line in both directions; an empty object is a good line. */
interface Badness {
  /** Added to each round trip, before the request arrives. */
  readonly delayMs?: number;
  /** Bandwidth of requests and of answers. */
  readonly kbitPerS?: number;
  /** The requests that `dropsEvery`, `refusesEvery` and `cuts` apply to. */
  readonly of?: RegExp;
  /** Every nth answer is dropped after the server has processed the request; a request that a restart breaks has no answer. */
  readonly dropsEvery?: number;
  /** Every nth request is answered by an intermediary that does not reach the server. */
  readonly refusesEvery?: number;
  /** Every nth answer ends after this many bytes. */
  readonly cuts?: { readonly every: number; readonly afterBytes: number };
}

export interface BadLine {
  readonly url: string;
  set(badness: Badness): void;
  /** Changes the target: a restarted server has another port. */
  lead(target: string): void;
  /** Numbers of matching requests, by outcome. */
  counted(): Readonly<Record<'all' | 'dropped' | 'refused' | 'cut', number>>;
  close(): Promise<void>;
}

const BITS = 8;

/**
 * A faulty line between browsers and a server. Unlike the browser's emulation it can drop answers after the server has worked, and it affects
 * requests of workers.
 */
export async function startBadLine(first: string): Promise<BadLine> {
  const agent = new Agent({ keepAlive: true });
  let target = first;
  let bad: Badness = {};
  const counts = { all: 0, dropped: 0, refused: 0, cut: 0 };
  let answered = 0;
  /** When the line is free again; all connections share its bandwidth. */
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

  async function onward(incoming: IncomingMessage, body: Buffer): Promise<{ came: IncomingMessage; body: Buffer }> {
    const { method, url, headers } = incoming;
    const going = request(new URL(url ?? '/', target), {
      method,
      headers: { ...headers, host: new URL(target).host },
      agent,
    });
    going.end(body);
    const [came] = (await once(going, 'response')) as [IncomingMessage];
    return { came, body: await read(came) };
  }

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const sent = await read(incoming);
    const matched = bad.of?.test(incoming.url ?? '') === true;
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
    const { came, body } = await onward(incoming, sent);
    if (matched) answered += 1;
    if (matched && each(now.dropsEvery, answered)) {
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

  // Only the badness that a test chose may close a connection.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, answer) => {
    pass(incoming, answer).catch(() => answer.destroy());
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
