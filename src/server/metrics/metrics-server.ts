import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';
import type { MetricsContext } from './metrics-source.ts';

const PATH = '/metrics';
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};
const MAX_CONNECTIONS = 50;
const IDLE_MS = 70_000;

interface Address {
  host: string;
  port: number;
}

/** @returns a function that stops the server. Rejects with Node's error if the port is not available. */
export async function serveMetrics(
  metrics: Metrics,
  running: MetricsContext,
  address: Address,
): Promise<() => Promise<void>> {
  const text = metrics.textOf(running);
  const answer = async ({ method = '', url = '' }: IncomingMessage, response: ServerResponse) => {
    const reads = method === 'GET' || method === 'HEAD';
    if (!reads || url.replace(/\?.*$/s, '') !== PATH) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`Las métricas están en ${PATH}.\n`);
      return;
    }
    const body = await text();
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : body);
  };
  const server = createServer(LIMITS, (request, response) => {
    request.resume();
    answer(request, response).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
