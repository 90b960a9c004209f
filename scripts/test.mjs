import './lib/require-node.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { prepareBuild } from './lib/prepare.mjs';
import { main, StepFailed, tool } from './lib/run.mjs';
import { failedTests, playwright, slowestFiles, vitest } from './lib/test-runners.mjs';
import { prepareExchange, prepareTools } from './lib/tools.mjs';

/**
 * Both lanes with their parts; a part's tools are installed before the first part runs. `built`: the part starts the built application.
 * `projects`: those of vitest.config.ts; parts of the same `group` run together, because each waits for much of its time.
 */
const LANES = {
  test: {
    check: { title: 'Lint, types, unused code', tools: [], run: check },
    unit: { title: 'Unit tests', tools: [], projects: ['unit'] },
    component: {
      title: 'Component tests, Chromium',
      tools: ['chromium', 'chromiumShell'],
      projects: ['component*'],
      // The build of React that people get; its development build takes half as long again.
      variables: { NODE_ENV: 'production' },
    },
    build: { title: 'Build', tools: [], run: build },
    int: { title: 'Integration tests, embedded database', tools: [], built: true, projects: ['int'] },
    pg: {
      title: 'Integration tests, PostgreSQL',
      tools: process.env.TEST_DATABASE_URL ? [] : ['postgres'],
      built: true,
      projects: ['pg'],
    },
    e2e: {
      title: 'End-to-end tests, Chromium',
      tools: ['chromium', 'chromiumShell', 'poppler'],
      built: true,
      run: (reports) => playwright('short', reports),
    },
  },
  'test:long': {
    build: { title: 'Build', tools: [], run: build },
    long: {
      title: 'Long integration tests, embedded database',
      ...{ tools: ['postgres'], built: true, projects: ['long'], group: 'servers' },
    },
    'long-pg': {
      title: 'Long integration tests, PostgreSQL',
      ...{ tools: ['postgres'], built: true, projects: ['long-pg'], group: 'servers' },
    },
    faults: {
      title: 'Provoked faults',
      ...{ tools: ['postgres'], built: true, projects: ['faults'], group: 'servers' },
    },
    exchange: {
      title: 'FHIR validators and clients of others',
      ...{ tools: [], prepare: prepareExchange, projects: ['exchange'], group: 'servers' },
    },
    bench: { title: 'Bench, quick', tools: ['postgres'], built: true, run: bench },
    e2e: {
      title: 'Long end-to-end tests, Chromium',
      tools: ['chromium', 'chromiumShell', 'postgres', 'poppler'],
      built: true,
      run: (reports) => playwright('long', reports),
    },
  },
};

/** Two more than cores. */
const WORKERS_OF_GROUP = `--maxWorkers=${availableParallelism() + 2}`;

/** Joins neighbouring parts of the same group into one. */
function joinGroups(parts) {
  const runs = [];
  for (const part of parts) {
    const before = runs.at(-1);
    if (!part.group || before?.[0]?.group !== part.group) runs.push([part]);
    else before.push(part);
  }
  return runs.map((joined) => ({
    title: joined.map(({ title }) => title).join(' + '),
    async run(reports) {
      for (const { prepare } of joined) await prepare?.();
      const [{ run, group, variables }] = joined;
      const options = group ? [WORKERS_OF_GROUP] : [];
      const projects = joined.flatMap((part) => part.projects ?? []);
      return run ? run(reports) : vitest(projects, reports, { options, variables });
    },
  }));
}

async function build() {
  await prepareBuild();
  return { passed: 1, failed: 0 };
}

/** Every job must answer, and none may be much slower beside its limit than docs/performance.md says. Jobs per second mean nothing here. */
async function bench() {
  const { code } = await tool('tsx/dist/cli.mjs', ['bench/index.ts', '--quick']);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A part that breaks down before its report counts as one failure; an interruption ends the run. */
async function outcomeOf({ run }, reports) {
  try {
    return await run(reports);
  } catch (error) {
    if (error instanceof StepFailed && error.exitCode > 128) throw error;
    console.error(error instanceof StepFailed ? error.message : error);
    return { passed: 0, failed: 1, failures: [String(error.message).trim().split('\n').at(-1)] };
  }
}

const minutes = (ms) => `${(ms / 60_000).toFixed(1)} min`;

await main(async () => {
  const args = process.argv.slice(2);
  const lane = LANES[args.includes('--long') ? 'test:long' : 'test'];
  const chosen = args.filter((arg) => arg !== '--long');
  const unknown = chosen.filter((name) => !(name in lane) && name !== 'tools');
  if (unknown.length > 0)
    throw new StepFailed(`${unknown.join(', ')}: the parts are tools, ${Object.keys(lane).join(', ')}.`);
  const begun = Date.now();
  const running = Object.entries(lane).filter(([name]) => chosen.length === 0 || chosen.includes(name));
  const needed = (chosen.includes('tools') ? Object.values(lane) : running.map(([, part]) => part)).flatMap(
    ({ tools }) => tools,
  );
  console.log('── Tools ──');
  await prepareTools([...new Set(needed)]);
  if (running.length === 0) return;
  // Also when a part runs alone, its build must be current.
  if (chosen.length > 0 && running.some(([, { built }]) => built)) await prepareBuild();

  const reports = mkdtempSync(join(tmpdir(), 'libreta-tests-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const parts = [];
  for (const part of joinGroups(running.map(([, part]) => part))) {
    console.log(`\n── ${part.title} ──`);
    const started = Date.now();
    const outcome = await outcomeOf(part, reports);
    parts.push({ ...outcome, title: part.title, ms: Date.now() - started });
    const slowest = slowestFiles(outcome.files ?? []);
    if (slowest.length > 0) console.log(`\nThe slowest files:\n${slowest.join('\n')}`);
    console.log(`${part.title}: ${outcome.passed} passed, ${outcome.failed} failed, ${minutes(Date.now() - started)}`);
  }
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log('\n── Minutes ──');
  for (const { title, ms } of parts) console.log(`  ${minutes(ms).padStart(8)}  ${title}`);
  console.log(`  ${minutes(Date.now() - begun).padStart(8)}  all`);
  const failures = failedTests(parts);
  if (failures.length > 0) console.log(`\n── What failed ──\n${failures.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
});
