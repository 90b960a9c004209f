import { join } from 'node:path';
import { build, buildIsCurrent } from './build.mjs';
import { dependenciesMatch, installDependencies } from './dependencies.mjs';
import { withLock } from './lock.mjs';
import { root } from './run.mjs';

// In dist, because `npm ci` empties node_modules.
const lock = join(root, 'dist', '.lock');

async function unlessCurrent(isCurrent, work) {
  if (isCurrent()) return;
  await withLock(lock, async () => {
    if (!isCurrent()) await work();
  });
}

export const prepareDependencies = () => unlessCurrent(dependenciesMatch, installDependencies);

export async function prepareBuild() {
  await prepareDependencies();
  await unlessCurrent(buildIsCurrent, build);
}
