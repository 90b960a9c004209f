import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Platforms of an archive: both C libraries of Linux, on both processors. */
const OURS = /-linux-(x64|arm64)-(gnu|musl)$/;

/** Changes a lock entry so that npm installs it everywhere when it is for one of these platforms, and nowhere otherwise. */
function forOurMachines(path, entry) {
  const { os, cpu, libc: _libc, ...rest } = entry;
  if (!os && !cpu) return entry;
  return OURS.test(path) ? rest : { ...rest, os: ['none'] };
}

/** package.json of a release, without development tools and their commands. */
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
 * package.json and package-lock.json of a release: the production packages, as the project's lock pins them.
 * @param anywhere installs the packages of all platforms
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
 * package.json and its lock with the packages that are built into the pages. They are no dependencies of the program, and of their own
 * dependencies only those in the pages are listed.
 */
export function lockWithBuiltIn(builtIn) {
  const { manifest, lock } = releasedLock();
  const { devDependencies } = read('package.json');
  const direct = Object.entries(devDependencies).filter(([name]) => builtIn.includes(`node_modules/${name}`));
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(direct) };
  const { packages } = read('package-lock.json');
  const added = builtIn.filter((path) => !(path in lock.packages));
  const lockedPaths = new Set([...Object.keys(lock.packages), ...added]);
  const there = (asked = {}) =>
    Object.fromEntries(Object.entries(asked).filter(([name]) => lockedPaths.has(`node_modules/${name}`)));
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
