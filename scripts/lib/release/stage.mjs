import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from '../dependencies.mjs';
import { root, runOrFail } from '../run.mjs';
import { releasedLock } from './lock.mjs';

/** What stands in a release besides package.json, its lock and the packages: where it is here, and where there. */
const FILES = {
  'dist/server': 'dist/server',
  'dist/web': 'dist/web',
  'scripts/start.mjs': 'scripts/start.mjs',
  'scripts/lib/require-node.mjs': 'scripts/lib/require-node.mjs',
  'scripts/lib/run.mjs': 'scripts/lib/run.mjs',
  'deploy/release.md': 'README.md',
  deploy: 'deploy',
  docs: 'docs',
};
/** For who develops: types, and what leads from built code to its source. */
const FOR_DEVELOPERS = /\.d\.[cm]?ts$|\.map$/;

const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Every file below a folder, in one order everywhere. */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Puts the packages of the lock into the folder from the registry, whatever is installed here. */
export async function installFromLock(folder) {
  const { manifest, lock } = releasedLock({ anywhere: true });
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'package-lock.json'), lock);
  const args = ['--omit=dev', '--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund'];
  await runOrFail(
    'No se pudieron instalar las dependencias de producción (npm ci).',
    npm(['ci', ...args], { cwd: folder }),
  );
  // It says from where each package came here.
  rmSync(join(folder, 'node_modules/.package-lock.json'));
}

/** As {@link installFromLock}, from what is installed here: without network and in seconds, and for this kind of machine alone. */
export async function installFromHere(folder) {
  for (const path of Object.keys(releasedLock().lock.packages)) {
    const nested = path.lastIndexOf('/node_modules/') > 0;
    if (path === '' || nested || !existsSync(join(root, path))) continue;
    for (const file of filesBelow(join(root, path))) {
      if (FOR_DEVELOPERS.test(file)) continue;
      const there = join(folder, path, file);
      mkdirSync(dirname(there), { recursive: true });
      linkSync(join(root, path, file), there);
    }
  }
}

/** What builds before this one left for pages that were open then: another machine has others, or none. */
function leaveOutEarlier(web) {
  const list = join(web, 'earlier.json');
  if (!existsSync(list)) return;
  for (const name of Object.keys(JSON.parse(readFileSync(list, 'utf8')))) rmSync(join(web, 'assets', name));
  rmSync(list);
}

/** Puts together what a release is, in a folder. @param install how its packages come there */
export async function stage(folder, install) {
  mkdirSync(folder, { recursive: true });
  await install(folder);
  for (const file of filesBelow(join(folder, 'node_modules')))
    if (FOR_DEVELOPERS.test(file)) rmSync(join(folder, 'node_modules', file));
  const { manifest, lock } = releasedLock();
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'package-lock.json'), lock);
  for (const [here, there] of Object.entries(FILES)) cpSync(join(root, here), join(folder, there), { recursive: true });
  // It is the first page there; pictures are of the project's own.
  for (const path of ['deploy/release.md', 'docs/images']) rmSync(join(folder, path), { recursive: true });
  leaveOutEarlier(join(folder, 'dist/web'));
}
