import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

const PLACE = 'self.__WB_MANIFEST';
/** Compressed copies: browsers request the file itself. */
const COMPRESSED = /\.(br|gz)$/;
/** Files whose name has a hash of their content. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

/** The form that is readable before any code: an installed application has its code. */
const ONLY_ONLINE = 'login.html';

/** The worker that caches the application, and the one that keeps the keys of a page that reloads. */
export const WORKERS = ['sw', 'llaves'];

/** The files of an installed application: the URL of each, with a hash when its name has none. */
async function filesToKeep(web) {
  const entries = await readdir(web, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(web.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((name) => name !== ONLY_ONLINE && !COMPRESSED.test(name))
    .filter((name) => !WORKERS.some((worker) => name === `${worker}.js`))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const revision = HASHED.test(name)
        ? null
        : createHash('sha256')
            .update(await readFile(join(web, name)))
            .digest('hex')
            .slice(0, 16);
      return { url: `/${name}`, revision };
    }),
  );
}

/** Writes the service workers last, because their list holds every file. */
export async function writeWorkers(web, built) {
  for (const name of WORKERS) await copyFile(join(built, name, `${name}.js`), join(web, `${name}.js`));
  const code = await readFile(join(web, 'sw.js'), 'utf8');
  if (!code.includes(PLACE)) throw new Error(`The service worker has no ${PLACE}`);
  await writeFile(join(web, 'sw.js'), code.replaceAll(PLACE, JSON.stringify(await filesToKeep(web))));
}
