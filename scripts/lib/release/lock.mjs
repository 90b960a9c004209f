import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** The machines that an archive is for: both C libraries of Linux, on both processors. */
const OURS = /-linux-(x64|arm64)-(gnu|musl)$/;

/** An entry of the lock such that npm installs it wherever it runs if it is for one of our machines, and nowhere if for another. */
function forOurMachines(path, entry) {
  const { os, cpu, libc: _libc, ...rest } = entry;
  if (!os && !cpu) return entry;
  return OURS.test(path) ? rest : { ...rest, os: ['none'] };
}

/** What of package.json a release has: no tool to develop with, and only commands that need none. */
function releasedPackage() {
  const {
    name,
    version,
    private: mine,
    description,
    license,
    type,
    engines,
    scripts,
    dependencies,
    overrides,
  } = read('package.json');
  const kept = Object.entries(scripts).filter(([, command]) => command.includes('scripts/start.mjs'));
  return {
    ...{ name, version, private: mine, description, license, type, engines },
    ...{ scripts: Object.fromEntries(kept), dependencies, overrides },
  };
}

/**
 * package.json and package-lock.json of a release: every package that runs in production, as the project's own lock names
 * and seals it.
 * @param anywhere for npm to install those of all our machines, whichever this one is
 */
export function releasedLock({ anywhere = false } = {}) {
  const manifest = releasedPackage();
  const { name, version, lockfileVersion, requires, packages } = read('package-lock.json');
  const kept = Object.entries(packages).filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional);
  const entries = kept.map(([path, entry]) => [path, anywhere ? forOurMachines(path, entry) : entry]);
  const own = {
    name,
    version,
    license: manifest.license,
    dependencies: manifest.dependencies,
    engines: manifest.engines,
  };
  return {
    manifest,
    lock: { name, version, lockfileVersion, requires, packages: { '': own, ...Object.fromEntries(entries) } },
  };
}

/**
 * A package.json and its lock with what browsers get beside what the program needs: it is built in, and so no dependency of
 * the program, and of what such a package asks for only the rest of it is there.
 */
export function lockWithBuiltIn(builtIn) {
  const { manifest, lock } = releasedLock();
  const { devDependencies } = read('package.json');
  const direct = Object.entries(devDependencies).filter(([name]) => builtIn.includes(`node_modules/${name}`));
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(direct) };
  const { packages } = read('package-lock.json');
  const added = builtIn.filter((path) => !(path in lock.packages));
  const known = new Set([...Object.keys(lock.packages), ...added]);
  const there = (asked = {}) =>
    Object.fromEntries(Object.entries(asked).filter(([name]) => known.has(`node_modules/${name}`)));
  for (const path of added) {
    const {
      dev: _dev,
      dependencies: asked,
      optionalDependencies: _optional,
      peerDependencies: _peers,
      ...entry
    } = packages[path];
    lock.packages[path] = { ...entry, dependencies: there(asked) };
  }
  Object.assign(lock.packages[''], { dependencies });
  return { manifest: { ...manifest, dependencies }, lock };
}
