import { rmSync } from 'node:fs';
import { startLoad } from '../load/load.ts';
import { untilComputed } from '../setup/computed-ahead.ts';
import { collectFactsFromServer } from '../setup/facts.ts';
import { createDataFolder, runBuilt, startServer } from '../setup/processes.ts';
import { markdown } from '../table.ts';
import { LONG_WORK, requestRepeatedly } from './meanwhile.ts';
import type { Scene } from './scene.ts';

const PEOPLE = 4;
const SECONDS = 30;
/** A pause shorter than between two taps of a person. */
const PAUSE_MS = 100;

/** Measures four people at work on the embedded database while reports run. */
export async function embedded({ options, main, populate }: Scene): Promise<string> {
  const children = options.quick ? 1_000 : 10_000;
  const dataDir = createDataFolder();
  try {
    await runBuilt([populate, '--ninos', String(children), '--data-dir', dataDir]);
    const server = await startServer(main, { DATA_DIR: dataDir });
    try {
      const facts = await collectFactsFromServer(server.url, children);
      await untilComputed(server.url, facts.supervisors[0]);
      const load = await startLoad(facts);
      const ending = new AbortController();
      const [token = ''] = facts.supervisors;
      const reports = requestRepeatedly(server.url, token, LONG_WORK['reports one after another'], ending.signal);
      const failure = reports.catch((error: Error) => (error.name === 'AbortError' ? undefined : error));
      const jobs = ['list', 'page', 'save'];
      const order = { jobs, urls: [server.url], connections: PEOPLE, seconds: SECONDS, seed: 1, pauseMs: PAUSE_MS };
      const done = await load.run(order);
      ending.abort();
      load.end();
      const error = await failure;
      if (error) throw error;
      if (done.failed > 0) throw new Error(`Embedded: ${done.failed} failed: ${done.failures.join('; ')}`);
      const rows = Object.entries(done.byJob).map(([job, { jobs: count, p50, p95, most }]) => [
        job,
        String(count),
        ...[p50, p95, most].map((ms) => ms.toFixed(1)),
      ]);
      const head = ['job', 'done', 'p50 ms', 'p95 ms', 'most ms'];
      return `Embedded database, ${children.toLocaleString('en')} children, ${PEOPLE} people at work and reports running:\n\n${markdown(head, rows)}`;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
