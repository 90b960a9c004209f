import { setMaxListeners } from 'node:events';
import type { LoadResult } from '../load/load.ts';
import { markdown } from '../table.ts';
import type { Scene } from './scene.ts';

const SECONDS = 6;
const CONNECTIONS = 2;
const PAUSE_MS = 10;

/** Requests that take long: a list as a file, and reports one after another. */
export const LONG_WORK = {
  'nothing else': [],
  'list as CSV': ['/api/nino/exportar.csv'],
  'list as XLSX': ['/api/nino/exportar.xlsx'],
  'reports one after another': [
    '/api/reportes/tablero',
    '/api/reportes/peso-canton',
    '/api/reportes/talla',
    '/api/reportes/semana',
    '/api/reportes/conteo?limit=10',
    '/api/seguimiento/conteo',
  ],
};

/** Requests one path after the other until the signal aborts. @returns the bytes received */
export async function requestRepeatedly(
  url: string,
  token: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0;
  // Each request adds a listener to the one signal.
  setMaxListeners(0, signal);
  while (!signal.aborted)
    for (const path of paths) {
      const response = await fetch(url + path, { headers: { 'x-access-token': token }, signal });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
    }
  return bytes;
}

/** Measures a page of a list while long work runs. */
export async function meanwhile({ bench: { load, ours, facts }, size }: Scene): Promise<string> {
  const rows: string[][] = [];
  for (const [title, paths] of Object.entries(LONG_WORK)) {
    const ending = new AbortController();
    const [token = ''] = facts.supervisors;
    const work = paths.length > 0 ? requestRepeatedly(ours.url, token, paths, ending.signal) : Promise.resolve();
    // The work ends when it is aborted, or with a failure, which is thrown below.
    const failure = work.catch((error: Error) => (error.name === 'AbortError' ? undefined : error));
    const order = {
      jobs: ['list'],
      urls: [ours.url],
      connections: CONNECTIONS,
      seconds: SECONDS,
      seed: 1,
      pauseMs: PAUSE_MS,
    };
    const done: LoadResult = await load.run(order);
    ending.abort();
    const error = await failure;
    if (error) throw error;
    rows.push([title, ...[done.p50, done.p95, done.p99, done.most].map((ms) => ms.toFixed(1))]);
  }
  return `A page of a list (${size.toLocaleString('en')} children) while something long goes on:\n\n${markdown(['meanwhile', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms'], rows)}`;
}
