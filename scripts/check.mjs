import './lib/require-node.mjs';
import { pathToFileURL } from 'node:url';
import { casts } from './lib/casts.mjs';
import { prepareDependencies } from './lib/prepare.mjs';
import { main, tool } from './lib/run.mjs';
import { specCoverage } from './lib/spec-coverage.mjs';

const colors = process.stdout.isTTY === true;
const quietly = (script, ...args) => tool(script, args, { quiet: true });
const TOOLS = {
  biome: () =>
    quietly('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', `--colors=${colors ? 'force' : 'off'}`),
  tsc: () => quietly('typescript/bin/tsc', '--noEmit', '--pretty', String(colors)),
  knip: () => quietly('knip/bin/knip.js'),
  'spec-coverage': specCoverage,
  casts,
  // Needs packages, which may only now be installed.
  'wire shapes': async () => (await import('./lib/wire-shapes.mjs')).wireShapes(),
};

/** Lint and format, types, unused code, what the specification's page names, casts past the compiler and shapes written twice, side by side; what fails shows its output. */
export async function check() {
  const outcomes = await Promise.all(
    Object.entries(TOOLS).map(async ([name, work]) => {
      const started = Date.now();
      const { code, output } = await work();
      const seconds = ((Date.now() - started) / 1_000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)${code === 0 ? '' : `\n${output}`}`);
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
