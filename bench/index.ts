import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { prepareTools, TOOLS } from '../tests/support/tools.ts';
import { readExpected, slowerThanExpected } from './expected.ts';
import { startLoad } from './load/load.ts';
import { type Bench, type JobResult, measureJob } from './measure.ts';
import { QUICK_SIZES, readOptions } from './options.ts';
import { SCENES_BY_NAME } from './scenes/index.ts';
import { mixedLoad } from './scenes/mixed.ts';
import type { Scene } from './scenes/scene.ts';
import { untilComputed } from './setup/computed-ahead.ts';
import { type Databases, openDatabases } from './setup/database.ts';
import { collectFacts } from './setup/facts.ts';
import { startLimit, startServer } from './setup/processes.ts';
import { growthTable, jobTable, shortLine } from './table.ts';
import { workingDay } from './working-day.ts';

/**
 * Times the daily jobs on the built server over real connections, and the same work on the limit: a bare server without sessions and
 * validation. The results are the ratio of both within one round, and its dependence on the number of children.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const options = readOptions(process.argv.slice(2));
const begun = Date.now();
const commit = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'no commit';
  }
};

if (!options.server) execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
if (!process.env.DATABASE_URL) prepareTools([TOOLS.postgres]);
const main = options.server ?? `${root}dist/server/main.js`;
const populate = options.populate ?? `${root}dist/server/populate.js`;
const secret = randomBytes(48).toString('base64url');
const results: JobResult[] = [];
/** The quick bench fails if a job is much slower than docs/performance.md says. Other populations have no such list. */
const expected = options.quick && options.sizes.join() === QUICK_SIZES.join() ? readExpected() : [];
/** A job that seems too slow is measured for longer, and the longer measurement counts. */
const LONGER = 5;
const sections: string[] = [];
/** Reports a failure and continues, so that earlier results are not lost. */
const continueOnFailure = async (name: string, work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    addSection(`${name} failed: ${(error as Error).message}`);
  }
};
const addSection = (text: string) => {
  sections.push(text);
  console.log(`\n${text}`);
};

async function benchSize(databases: Databases, size: number): Promise<void> {
  const database = await databases.ofSize(size);
  const env = { DATABASE_URL: database, JWT_SECRET: secret };
  const [ours, limit] = [await startServer(main, env), await startLimit(`${root}bench/limit/main.ts`, env)];
  const facts = await collectFacts(database, ours.url);
  const [token] = facts.supervisors;
  await untilComputed(ours.url, token);
  const load = await startLoad(facts);
  const { rounds, seconds, connections } = options;
  const bench: Bench = { load, ours, limit, facts, database, postmaster: databases.pid, rounds, seconds, connections };
  try {
    for (const job of options.jobs)
      await continueOnFailure(`${job} at ${size}`, async () => {
        let result = await measureJob(bench, job, size);
        console.log(shortLine(result));
        if (slowerThanExpected([result], expected).length > 0) {
          result = await measureJob({ ...bench, rounds: LONGER * rounds }, job, size);
          console.log(`${shortLine(result)}, measured for longer`);
        }
        results.push(result);
      });
    const scene: Scene = {
      bench,
      size,
      options,
      async start(more) {
        const server = await startServer(main, { ...env, ...more });
        await untilComputed(server.url, token);
        return server;
      },
      main,
      populate,
    };
    for (const name of options.scenes)
      await continueOnFailure(name, async () => {
        addSection(await SCENES_BY_NAME[name as keyof typeof SCENES_BY_NAME](scene));
      });
    if (options.mixed > 0)
      await continueOnFailure('mixed', async () => addSection(await mixedLoad(bench, size, options.mixed)));
  } finally {
    load.end();
    await Promise.all([ours.stop(), limit.stop()]);
  }
}

const databases = await openDatabases(populate, options.label).catch((error: unknown) => {
  console.error(`Without PostgreSQL there is nothing to measure against: ${(error as Error).message}`);
  process.exit(1);
});
try {
  for (const size of options.sizes) await benchSize(databases, size);
} finally {
  await databases.close();
}

const slower = slowerThanExpected(results, expected);
if (slower.length > 0) {
  process.exitCode = 1;
  addSection(`Slower than docs/performance.md expects:\n${slower.join('\n')}`);
}

const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim();
const machine = `${availableParallelism()} cores (${cpus()[0]?.model}, ${arch()}), ${Math.round(totalmem() / 1024 ** 3)} GB`;
const report = [
  `\`${command}\` · ${new Date().toISOString().slice(0, 10)} · commit ${commit()} (${options.label}) · Node ${process.version} · PostgreSQL ${databases.version} · ${machine} · ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s`,
  jobTable(results),
  ...options.sizes.flatMap((size) => workingDay(results, size) ?? []),
  ...(options.sizes.length > 1 ? [growthTable(results, options.sizes)] : []),
  ...sections,
].join('\n\n');
console.log(`\n${report}\n\n${Math.round((Date.now() - begun) / 1_000)} s in all`);
if (options.out) writeFileSync(options.out, `${report}\n`);
