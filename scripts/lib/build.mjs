import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressSite } from './compress.mjs';
import { keepEarlier } from './earlier-files.mjs';
import { writePages } from './first-page.mjs';
import { WORKERS, writeWorkers } from './precache.mjs';
import { root, runOrFail, tool } from './run.mjs';

const CONFIGS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.sw.config.ts',
  'scripts/lib/compress.mjs',
  'scripts/lib/earlier-files.mjs',
  'scripts/lib/first-page.mjs',
  'scripts/lib/packages-within.ts',
  'scripts/lib/patches.ts',
  'scripts/lib/precache.mjs',
  'scripts/lib/rules-fingerprint.ts',
  'scripts/lib/theme-variables.ts',
  'scripts/lib/unused-parts.ts',
];
const WINGS = ['web', 'web-packages.json', 'server'];
const dist = join(root, 'dist');
const stamp = join(dist, '.stamp');

/** A hash of everything that the build reads, because file times mean nothing after a checkout. */
function sourcesHash() {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...CONFIGS.map((name) => join(root, name)), ...sources.sort()]) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

export function buildIsCurrent() {
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  return (
    built !== '' &&
    built === sourcesHash() &&
    existsSync(join(dist, 'server/main.js')) &&
    existsSync(join(dist, 'web/index.html')) &&
    existsSync(join(dist, 'web-packages.json'))
  );
}

/** Builds into a temporary folder and moves the result into place, so that no half-finished build can run. The caller holds the lock. */
export async function build() {
  console.log('Construyendo la aplicación…');
  const hash = sourcesHash();
  const next = join(dist, '.next');
  const previous = join(dist, '.previous');
  rmSync(next, { recursive: true, force: true });
  const flags = (wing) => ['build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', join(next, wing)];
  // Sets NODE_ENV, because React and others have a development variant.
  const options = { quiet: true, env: { ...process.env, NODE_ENV: 'production' } };
  const failure = 'No se pudo construir la aplicación.';
  const outcomes = await Promise.allSettled([
    runOrFail(failure, tool('vite/bin/vite.js', flags('web'), options)),
    runOrFail(
      failure,
      tool('vite/bin/vite.js', [...flags('first-page'), '--ssr', 'app/shell/first-page.tsx'], options),
    ),
    runOrFail(failure, tool('vite/bin/vite.js', [...flags('server'), '--config', 'vite.server.config.ts'], options)),
    ...WORKERS.map((name) =>
      runOrFail(
        failure,
        tool('vite/bin/vite.js', [...flags(name), '--config', 'vite.sw.config.ts', '--mode', name], options),
      ),
    ),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;

  await writePages(join(next, 'web'), join(next, 'first-page'));
  await writeWorkers(join(next, 'web'), next);
  await keepEarlier(join(dist, 'web'), join(next, 'web'));
  await compressSite(join(next, 'web'));

  rmSync(stamp, { force: true });
  rmSync(previous, { recursive: true, force: true });
  mkdirSync(previous);
  for (const wing of WINGS) {
    if (existsSync(join(dist, wing))) renameSync(join(dist, wing), join(previous, wing));
    renameSync(join(next, wing), join(dist, wing));
  }
  writeFileSync(stamp, hash);
  rmSync(previous, { recursive: true, force: true });
  rmSync(next, { recursive: true, force: true });
}
