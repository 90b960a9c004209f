import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, runOrFail, StepFailed } from '../run.mjs';

const OR_GIVE_ONE = 'di el archivo de la versión anterior con --anterior.';

async function git(args) {
  const { code, answer } = await run('git', args, { quiet: true }).catch(() => ({ code: 1, answer: '' }));
  return code === 0 ? answer.trim() : '';
}

/**
 * Makes the release of the sources just before the newest migration, so that an upgrade from it changes the database.
 * @returns its archive and its commit @throws StepFailed without these sources
 */
export async function makeEarlierRelease(folder) {
  const newest = await git(['log', '-1', '--diff-filter=A', '--format=%H', '--', 'src/server/db/migrations/*.sql']);
  const commit = newest && (await git(['rev-parse', '--verify', '--quiet', `${newest}^`]));
  if (!commit) throw new StepFailed(`Aquí no está la historia de git con la versión anterior: ${OR_GIVE_ONE}`);
  const sources = join(folder, 'earlier');
  await runOrFail(
    'No se pudo leer la versión anterior (git).',
    run('sh', ['-c', 'mkdir "$2" && git archive "$1" | tar -x -C "$2"', 'sh', commit, sources], { quiet: true }),
  );
  const releases = join(folder, 'earlier-release');
  await runOrFail(
    'No se pudo construir la versión anterior.',
    run(process.execPath, ['scripts/release.mjs', '--instalado', releases], { cwd: sources, quiet: true }),
  );
  rmSync(sources, { recursive: true });
  const archive = readdirSync(releases).find((name) => name.endsWith('.tar.gz'));
  if (!archive) throw new StepFailed('La versión anterior no hizo ningún archivo.');
  return { archive: join(releases, archive), commit };
}
