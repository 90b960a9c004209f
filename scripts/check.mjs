import './lib/require-node.mjs';
import { pathToFileURL } from 'node:url';
import { casts } from './lib/casts.mjs';
import { prepareBuild, prepareDependencies } from './lib/prepare.mjs';
import { rooms } from './lib/rooms.mjs';
import { main, tool } from './lib/run.mjs';

const colors = process.stdout.isTTY === true;
const quietly = (script, ...args) => tool(script, args, { quiet: true });

/** Also finds import cycles. */
async function linted() {
  const color = `--colors=${colors ? 'force' : 'off'}`;
  const { code, output } = await quietly('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', color);
  return { code, output, summary: code === 0 ? '0 circles' : '' };
}

/** Makes the compiler check only changed files and those that depend on them. */
const SEEN_TYPES = 'node_modules/.cache/tsc.tsbuildinfo';

const TOOLS = {
  biome: linted,
  tsc: () =>
    quietly(
      'typescript/bin/tsc',
      ...['--noEmit', '--pretty', String(colors), '--incremental', '--tsBuildInfoFile', SEEN_TYPES],
    ),
  knip: () => quietly('knip/bin/knip.js'),
  casts,
  rooms,
  // Imported late, because `npm ci` may have just installed the packages that they need.
  waits: async () => (await import('./lib/waits.mjs')).waits(),
  styles: async () => (await import('./lib/styles.mjs')).styles(),
  'spec-coverage': async () => (await import('./lib/spec/coverage.mjs')).specCoverage(),
  // Builds the site first unless it is current.
  budgets: async () => {
    await prepareBuild();
    return (await import('./lib/budgets.mjs')).budgets();
  },
  'wire shapes': async () => (await import('./lib/wire-shapes.mjs')).wireShapes(),
};

/** Runs all checks that need no running program, in parallel; each prints a summary, and its output when it fails. */
export async function check() {
  const outcomes = await Promise.all(
    Object.entries(TOOLS).map(async ([name, work]) => {
      const started = Date.now();
      const { code, output, summary } = await work();
      const seconds = ((Date.now() - started) / 1_000).toFixed(1);
      console.log(
        `${code === 0 ? '✓' : '✗'} ${name}${summary ? `: ${summary}` : ''} (${seconds} s)${code === 0 ? '' : `\n${output}`}`,
      );
      return code === 0;
    }),
  );
  return { passed: outcomes.filter(Boolean).length, failed: outcomes.filter((ok) => !ok).length };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(prepareDependencies);
  const { failed } = await main(check);
  process.exit(failed === 0 ? 0 : 1);
}
