import type { AddressInfo } from 'node:net';
import type { Database } from '#server/db/connect.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { serveMetrics } from '#server/metrics/metrics-server.ts';
import { freePort } from './free-port.ts';
import { askMetrics } from './prometheus.ts';
import { startTestApi } from './test-api.ts';

/** The application on one port and its metrics on another. @param replica where reports read */
export async function startMeasuredApi(replica?: Database) {
  const metrics = createMetrics();
  const api = await startTestApi({ metrics: metrics.ofApp, ...(replica && { reportsDatabase: replica }) });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const port = await freePort();
  const running = { app: api.app, database: api.database, replica, childrenLeft: () => 0 };
  const end = await serveMetrics(metrics, running, { host: '127.0.0.1', port });
  return {
    ...api,
    url: `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`,
    metricsUrl: `http://127.0.0.1:${port}`,
    ask: () => askMetrics(`http://127.0.0.1:${port}`),
    close: async () => {
      await end();
      await api.close();
    },
  };
}

export type MeasuredApi = Awaited<ReturnType<typeof startMeasuredApi>>;
