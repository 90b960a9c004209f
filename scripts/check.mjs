import './lib/require-node.mjs';
import { pathToFileURL } from 'node:url';
import { casts } from './lib/casts.mjs';
import { prepareBuild, prepareDependencies } from './lib/prepare.mjs';
import { rooms } from './lib/rooms.mjs';
import { main, tool } from './lib/run.mjs';

const colors = process.stdout.isTTY === true;
const quietly = (script, ...args) => tool(script, args, { quiet: true });

/** Also what imports in a circle. */
async function linted() {
  const color = `--colors=${colors ? 'force' : 'off'}`;
  const { code, output } = await quietly('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', color);
  return { code, output, summary: code === 0 ? '0 circles' : '' };
}

/** The compiler looks anew only at what has changed since, and at what follows from it. */
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
  // These read with packages that may only now be installed.
  waits: async () => (await import('./lib/waits.mjs')).waits(),
  styles: async () => (await import('./lib/styles.mjs')).styles(),
  'spec-coverage': async () => (await import('./lib/spec/coverage.mjs')).specCoverage(),
  // Of the built site, which is built for it unless it is current.
  budgets: async () => {
    await prepareBuild();
    return (await import('./lib/budgets.mjs')).budgets();
  },
  'wire shapes': async () => (await import('./lib/wire-shapes.mjs')).wireShapes(),
};

/** Everything that needs no running program, side by side: each says what it counts, and shows what fails. */
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
