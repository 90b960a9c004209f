import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from '../dependencies.mjs';
import { root, runOrFail } from '../run.mjs';
import { releasedLock } from './lock.mjs';

/** Files of a release besides package.json, its lock and the packages: the path here, and the path there. */
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
/** Types and source maps. */
const FOR_DEVELOPERS = /\.d\.[cm]?ts$|\.map$/;

const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** All files below a folder, in the same order on every system. */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Installs the packages of the lock from the registry. */
export async function installFromLock(folder) {
  const { manifest, lock } = releasedLock({ anywhere: true });
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'package-lock.json'), lock);
  const args = ['--omit=dev', '--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund'];
  await runOrFail(
    'No se pudieron instalar las dependencias de producción (npm ci).',
    npm(['ci', ...args], { cwd: folder }),
  );
  // The file has paths of this machine.
  rmSync(join(folder, 'node_modules/.package-lock.json'));
}

/** As {@link installFromLock}, but copies the installed packages: fast and offline, for this platform only. */
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

/** Leaves out the files that earlier builds kept for open pages, because they differ between machines. */
function leaveOutEarlier(web) {
  const list = join(web, 'earlier.json');
  if (!existsSync(list)) return;
  for (const name of Object.keys(JSON.parse(readFileSync(list, 'utf8')))) rmSync(join(web, 'assets', name));
  rmSync(list);
}

/** Assembles a release in a folder. @param install installs its packages */
export async function stage(folder, install) {
  mkdirSync(folder, { recursive: true });
  await install(folder);
  for (const file of filesBelow(join(folder, 'node_modules')))
    if (FOR_DEVELOPERS.test(file)) rmSync(join(folder, 'node_modules', file));
  const { manifest, lock } = releasedLock();
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'package-lock.json'), lock);
  for (const [here, there] of Object.entries(FILES)) cpSync(join(root, here), join(folder, there), { recursive: true });
  // release.md becomes the README there; the pictures belong to the project's own.
  for (const path of ['deploy/release.md', 'docs/images']) rmSync(join(folder, path), { recursive: true });
  leaveOutEarlier(join(folder, 'dist/web'));
}
