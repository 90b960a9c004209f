import './lib/require-node.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { prepareBuild, prepareDependencies } from './lib/prepare.mjs';
import { main, StepFailed, tool } from './lib/run.mjs';
import { failedTests, playwright, vitest } from './lib/test-runners.mjs';

const PARTS = {
  check: { title: 'Lint, types, unused code', run: check },
  unit: { title: 'Unit tests', run: (reports) => vitest('unit', reports) },
  component: { title: 'Component tests, Chromium', run: (reports) => vitest('component*', reports) },
  build: { title: 'Build', run: build },
  int: { title: 'Integration tests, embedded database', run: (reports) => vitest('int', reports) },
  pg: { title: 'Integration tests, PostgreSQL', run: (reports) => vitest('pg', reports) },
  bench: { title: 'Bench, quick', run: bench },
  e2e: { title: 'End-to-end tests, Chromium', run: (reports) => playwright(reports) },
};

async function build() {
  await prepareBuild();
  return { passed: 1, failed: 0 };
}

/** Every job answered, and was compared: how fast it went says nothing about a machine that nobody knows. */
async function bench() {
  const { code } = await tool('tsx/dist/cli.mjs', ['bench/index.ts', '--quick']);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A part that breaks down before it can report counts as one failure; an interruption ends everything. */
async function outcomeOf(name, reports) {
  try {
    return await PARTS[name].run(reports);
  } catch (error) {
    if (error instanceof StepFailed && error.exitCode > 128) throw error;
    console.error(error instanceof StepFailed ? error.message : error);
    return { passed: 0, failed: 1, failures: [String(error.message).trim().split('\n').at(-1)] };
  }
}

await main(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !(name in PARTS));
  if (unknown.length > 0)
    throw new StepFailed(`${unknown.join(', ')}: the parts are ${Object.keys(PARTS).join(', ')}.`);
  await prepareDependencies();

  const reports = mkdtempSync(join(tmpdir(), 'libreta-tests-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const total = { passed: 0, failed: 0 };
  const parts = [];
  for (const [name, { title }] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\n── ${title} ──`);
    const started = Date.now();
    const outcome = await outcomeOf(name, reports);
    const { passed, failed } = outcome;
    parts.push({ ...outcome, title });
    console.log(`${title}: ${passed} passed, ${failed} failed, ${((Date.now() - started) / 1_000).toFixed(1)} s`);
    total.passed += passed;
    total.failed += failed;
  }
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
  const failures = failedTests(parts);
  if (failures.length > 0) console.log(`\n── What failed ──\n${failures.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
});
