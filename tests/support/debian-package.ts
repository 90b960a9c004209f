import { spawnSync } from 'node:child_process';

/** Installs a package where that is possible without asking (root on a Debian); tells whether it worked. */
export function installDebianPackage(name: string): boolean {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log(`Installing the Debian package ${name}…`);
  return apt('update') && apt('install', '-y', '--no-install-recommends', name);
}
