import { writeFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** From the project's folder to the innermost package: `node_modules/a/node_modules/b`. */
const PACKAGE = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/;

/** Writes the list of packages with code in the build, for the bill of materials. */
export const packagesWithin = (): Plugin => ({
  name: 'packages-within',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
    const packages = modules.flatMap((id) => PACKAGE.exec(id.replaceAll('\\', '/'))?.[0] ?? []);
    if (dir) await writeFile(`${dir}-packages.json`, JSON.stringify([...new Set(packages)].sort(), null, 1));
  },
});
