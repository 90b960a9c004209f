import './lib/require-node.mjs';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { prepareBuild } from './lib/prepare.mjs';
import { main, root, runOrFail, StepFailed, tool } from './lib/run.mjs';

const FOLDER = join(root, 'dist-release');

await main(async () => {
  await prepareBuild();
  // They read with packages that may only now be installed.
  const { makeRelease } = await import('./lib/release/release.mjs');
  const { installFromHere, installFromLock } = await import('./lib/release/stage.mjs');
  const [option, folder] = process.argv.slice(2);
  // For whoever tries how it is made: without network, in seconds, for this kind of machine alone.
  if (option === '--instalado' && folder) return makeRelease(folder, installFromHere);
  if (option) throw new StepFailed(`No se entiende «${option}»: npm run release no necesita nada más.`);

  console.log('Preparando la versión…');
  const { archive } = await makeRelease(FOLDER, installFromLock);
  console.log('Probándola…');
  const args = ['run', '--project', 'int', 'tests/integration/release.pglite.int.test.ts'];
  const env = { ...process.env, RELEASE_FOLDER: FOLDER };
  await runOrFail('La versión no funciona como debe.', tool('vitest/vitest.mjs', args, { env, quiet: true }));
  console.log(
    `${archive} (${(statSync(archive).size / 1_000_000).toFixed(1)} MB), su lista de componentes y SHA256SUMS.`,
  );
});
