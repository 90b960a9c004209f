import './lib/require-node.mjs';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareBuild } from './lib/prepare.mjs';
import { main, root, runOrFail, StepFailed, tool } from './lib/run.mjs';

const FOLDER = join(root, 'dist-release');

const OPTIONS = /** @type {const} */ ({ instalado: { type: 'string' }, anterior: { type: 'string' } });
const OPTIONS_SENTENCE = 'npm run release admite solo --anterior <archivo .tar.gz de la versión anterior>.';

function optionsOf(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch {
    throw new StepFailed(`No se entiende «${args.join(' ')}»: ${OPTIONS_SENTENCE}`);
  }
}

await main(async () => {
  await prepareBuild();
  // Imported late, because `npm ci` may have just installed the packages that it needs.
  const { makeRelease } = await import('./lib/release/release.mjs');
  const { installFromHere, installFromLock } = await import('./lib/release/stage.mjs');
  const { instalado: folder, anterior: before } = optionsOf(process.argv.slice(2));
  if (before !== undefined && !existsSync(before))
    throw new StepFailed(`No existe «${before}»: di el archivo .tar.gz de la versión anterior.`);
  // A trial: fast and offline, for this platform only.
  if (folder !== undefined) return makeRelease(folder, installFromHere, before);

  console.log('Preparando la versión…');
  const { archive } = await makeRelease(FOLDER, installFromLock, before);
  console.log('Probándola…');
  const args = ['run', '--project', 'long', 'tests/long/release.pglite.int.test.ts'];
  const env = { ...process.env, RELEASE_FOLDER: FOLDER };
  await runOrFail('La versión no funciona como debe.', tool('vitest/vitest.mjs', args, { env, quiet: true }));
  console.log(
    `${archive} (${(statSync(archive).size / 1_000_000).toFixed(1)} MB), su lista de componentes y SHA256SUMS.`,
  );
});
