import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runOrFail } from './run.mjs';

/** Whether node_modules has exactly the packages of package-lock.json, apart from those for other platforms. */
export function dependenciesMatch() {
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  const foreign = Object.keys(installed).some((name) => !(name in wanted));
  return (
    !foreign && Object.entries(wanted).every(([name, entry]) => name === '' || matches(name, entry, installed[name]))
  );
}

function matches(name, wanted, installed) {
  if (!installed) return wanted.optional === true;
  return (
    installed.version === wanted.version &&
    installed.integrity === wanted.integrity &&
    existsSync(join(root, name, 'package.json'))
  );
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Runs npm quietly, the one that started this script. On Windows npm is a batch file, which needs a shell. */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  return own?.endsWith('npm-cli.js')
    ? run(process.execPath, [own, ...args], { quiet: true, ...options })
    : run('npm', args, { quiet: true, shell: process.platform === 'win32', ...options });
}

export async function installDependencies() {
  console.log('Instalando dependencias…');
  const installing = npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  await runOrFail('No se pudieron instalar las dependencias (npm ci).', installing);
}
