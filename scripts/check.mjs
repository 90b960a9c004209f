import './lib/require-node.mjs';
import { pathToFileURL } from 'node:url';
import { prepareDependencies } from './lib/prepare.mjs';
import { main, tool } from './lib/run.mjs';

const colors = process.stdout.isTTY === true;
const TOOLS = {
  biome: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', `--colors=${colors ? 'force' : 'off'}`],
  tsc: ['typescript/bin/tsc', '--noEmit', '--pretty', String(colors)],
  knip: ['knip/bin/knip.js'],
};

/** Lint and format, types, and unused code, side by side; what fails shows its output. */
export async function check() {
  const outcomes = await Promise.all(
    Object.entries(TOOLS).map(async ([name, [script, ...args]]) => {
      const started = Date.now();
      const { code, output } = await tool(script, args, { quiet: true });
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
