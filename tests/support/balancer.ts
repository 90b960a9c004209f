import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { givesUpAfter, lasting, until } from './passing-time.ts';

const CHECK_EVERY_MS = 100;
const CHECK_LIMIT_MS = 2_000;
/** Failed checks in a row, as load balancers count them; a single one may be due to a busy machine. */
const FAILED_CHECKS = 3;

export interface Balancer {
  readonly url: string;
  /** Waits until this many processes receive requests. */
  sendsTo(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Distributes requests over the healthy processes in turn, on reused connections. It retries nothing, so that every failure is visible. */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const well = new Set<string>();
  let over = false;
  let turn = 0;

  const check = async (target: string) => {
    let failed = 0;
    while (!over) {
      const signal = givesUpAfter(CHECK_LIMIT_MS, 'a check that nobody answers');
      const answer = await fetch(`${target}/api/health`, { signal }).catch(() => null);
      await answer?.arrayBuffer().catch(() => {});
      failed = answer?.ok ? 0 : failed + 1;
      if (failed === 0) well.add(target);
      else if (failed >= FAILED_CHECKS) well.delete(target);
      await lasting(CHECK_EVERY_MS, 'the pause between two checks');
    }
  };

  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const ready = targets.filter((target) => well.has(target));
    turn += 1;
    const target = ready[turn % ready.length];
    if (!target) return answer.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"nobody"}');
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? '/', target), { method, headers, agent }, (came) => {
      const { connection: _, ...kept } = came.headers;
      answer.writeHead(came.statusCode ?? 502, kept);
      came.pipe(answer);
    });
    onward.on('error', (error) => {
      if (answer.headersSent) answer.destroy();
      else
        answer.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ message: String(error) }));
    });
    return incoming.pipe(onward);
  };

  // A client whose process stood still must not find its idle connection closed under its next request.
  const server = createServer({ keepAliveTimeout: 0 }, pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checking = Promise.all(targets.map(check));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async sendsTo(count) {
      await until(() => well.size === count, `${count} processes are sent requests`);
    },
    async close() {
      over = true;
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await checking;
    },
  };
}
