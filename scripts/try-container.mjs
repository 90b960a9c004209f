// Builds deploy/Containerfile with buildah on one machine, without a registry of images, and does what an operator does with it:
//   npm run try:container
//   npm run try:container -- --archivo dist-release/libreta-0.1.0.tar.gz     this release instead of one of these sources
//   npm run try:container -- --anterior libreta-0.0.9.tar.gz                 upgrades from this one
// Without --anterior it upgrades from the sources before the newest migration.
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { RECORDS } from '../src/domain/records/index.ts';
import { newCedula } from '../tests/support/factories.ts';
import { freePort } from '../tests/support/free-port.ts';
import { makeBaseImage } from './lib/container/base-image.mjs';
import { createBuildah } from './lib/container/buildah.mjs';
import { makeEarlierRelease } from './lib/container/earlier-release.mjs';
import { ADMIN, createContainer, createVolumes } from './lib/container/libreta-container.mjs';
import { inWorkshop } from './lib/container/workshop.mjs';
import { requirePrograms } from './lib/needed-programs.mjs';
import { makeRelease } from './lib/release/release.mjs';
import { installFromLock } from './lib/release/stage.mjs';
import { main, root, run, StepFailed } from './lib/run.mjs';

const CONTAINER_FILE = join(root, 'deploy/Containerfile');
const [EARLIER, NEW] = ['localhost/libreta:anterior', 'localhost/libreta:nueva'];
const COPY = '/var/lib/libreta-copias/antes.age';

function options() {
  const text = { type: 'string' };
  try {
    return parseArgs({ options: { archivo: text, anterior: text } }).values;
  } catch {
    throw new StepFailed(
      'npm run try:container admite solo --archivo <versión .tar.gz> y --anterior <versión .tar.gz>.',
    );
  }
}

function expectEqual(what, actual, expected) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new StepFailed(`${what}: se esperaba ${should} y es ${is}.`);
}

/** Prints a step with its seconds and the detail that it returns. */
async function step(name, work) {
  const started = Date.now();
  const detail = await work();
  console.log(`✓ ${name}${detail ? `: ${detail}` : ''} (${((Date.now() - started) / 1_000).toFixed(1)} s)`);
}

/** How many migrations a release has. */
async function migrationsIn(archive) {
  const { code, answer } = await run('tar', ['-tzf', archive], { quiet: true });
  if (code !== 0) throw new StepFailed(`«${archive}» no se puede leer.`);
  const count = answer.match(/\/dist\/server\/migrations\/\d+\w*\.sql$/gm)?.length ?? 0;
  if (count === 0) throw new StepFailed(`«${archive}» no es una versión de la Libreta.`);
  return count;
}

/** The only base image of the container file. */
function baseImageName() {
  const names = new Set([...readFileSync(CONTAINER_FILE, 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name]) => name));
  if (names.size !== 1) throw new StepFailed(`${CONTAINER_FILE} debe partir de una sola imagen.`);
  return [...names][0];
}

/** Reads, saves and compares people by the API of a running container. */
function createClient() {
  const saved = new Map();
  let token;
  return {
    async signIn({ api }) {
      token = await api.signIn(ADMIN);
      if (!token) throw new StepFailed('No se pudo iniciar sesión.');
    },
    async save({ api }) {
      const child = { ...RECORDS.nino.example, _id: randomUUID(), cedula: newCedula() };
      const { status, body } = await api.call('POST', '/api/nino', child, token);
      if (status !== 201) throw new StepFailed(`No se pudo guardar: ${status} ${JSON.stringify(body)}`);
      saved.set(child._id, child);
      return child._id;
    },
    async expectSaved({ api }, id) {
      const { status, body } = await api.call('GET', `/api/nino/${id}`, undefined, token);
      if (status !== 200) throw new StepFailed(`No se pudo leer lo guardado: ${status} ${JSON.stringify(body)}`);
      for (const name of ['cedula', 'nombres', 'apellidos', 'fechanacimiento'])
        expectEqual(name, body[name], saved.get(id)[name]);
    },
    async expectMissing({ api }, id) {
      const { status } = await api.call('GET', `/api/nino/${id}`, undefined, token);
      expectEqual('La niña guardada después de la copia', status, 404);
    },
  };
}

await main(async () => {
  requirePrograms({ buildah: 'buildah', debootstrap: 'debootstrap', tar: 'tar', git: 'git' });
  if (process.getuid?.() !== 0)
    throw new StepFailed(
      'npm run try:container necesita la cuenta root, porque debootstrap y buildah montan carpetas.',
    );
  const { archivo, anterior } = options();
  for (const file of [archivo, anterior])
    if (file !== undefined && !existsSync(file)) throw new StepFailed(`No existe «${file}».`);

  await inWorkshop(async ({ folder, signal, stops }) => {
    const buildah = createBuildah(join(folder, 'images'));
    stops.push(() => buildah.clear());
    const base = baseImageName();
    await step(`Imagen de partida, en lugar de ${base}`, () => makeBaseImage(buildah, folder, base));

    let [newer, older] = [archivo, anterior];
    if (newer === undefined)
      await step('Versión nueva, de estas fuentes', async () => {
        newer = (await makeRelease(join(folder, 'new-release'), installFromLock)).archive;
      });
    if (older === undefined)
      await step('Versión anterior, de git', async () => {
        const made = await makeEarlierRelease(folder);
        older = made.archive;
        return made.commit.slice(0, 8);
      });
    const migrations = { older: await migrationsIn(older), newer: await migrationsIn(newer) };

    const build = (tag, archive) => async () => {
      const context = join(folder, tag.split(':')[1]);
      mkdirSync(join(context, 'dist-release'), { recursive: true });
      copyFileSync(archive, join(context, 'dist-release', basename(archive)));
      await buildah.build(tag, { file: CONTAINER_FILE, ignoreFile: `${CONTAINER_FILE}.dockerignore`, context });
    };
    await step('Imagen de la versión anterior, con deploy/Containerfile', build(EARLIER, older));
    await step('Imagen de la versión nueva', build(NEW, newer));
    const { Entrypoint: entrypoint, User: user } = await buildah.configOf(NEW);
    expectEqual('El punto de entrada de la imagen', entrypoint ?? [], []);
    expectEqual('La cuenta de la imagen', user, 'node');

    const volumes = createVolumes(folder);
    const port = await freePort();
    const create = (tag) => createContainer(buildah, { tag, volumes, port, signal, stops });
    const before = await create(EARLIER);
    const client = createClient();
    let kept;
    let afterCopy;
    await step('La versión anterior inicia', () => before.start());
    await step('Inicia sesión y guarda', async () => {
      await client.signIn(before);
      kept = await client.save(before);
    });
    await step('Copia mientras trabaja', async () => {
      const line = await before.command('backup', COPY);
      afterCopy = await client.save(before);
      return line;
    });
    await step('Se detiene con SIGTERM', async () => {
      expectEqual('El código de salida', await before.stop(), 0);
    });

    const after = await create(NEW);
    await step(
      `La versión nueva inicia sobre el mismo volumen, de ${migrations.older} a ${migrations.newer} migraciones`,
      () => after.start(),
    );
    await step('La sesión y lo guardado siguen, y guarda más', async () => {
      for (const id of [kept, afterCopy]) await client.expectSaved(after, id);
      await client.expectSaved(after, await client.save(after));
    });
    await step('El proceso no es root, no tiene capacidades y no cambia su programa', async () => {
      const { Uid: uid, CapPrm: permitted, CapEff: effective } = after.processStatus();
      expectEqual('La cuenta del proceso', uid, '1000\t1000\t1000\t1000');
      expectEqual('Las capacidades', [permitted, effective], ['0'.repeat(16), '0'.repeat(16)]);
      expectEqual('Escribir en /opt/libreta', await after.sh('touch /opt/libreta/x 2>&-'), 1);
      expectEqual('Escribir en los datos', await after.sh('touch /var/lib/libreta/x && rm /var/lib/libreta/x'), 0);
    });
    await step('La comprobación de salud distingue vivo de detenido', async () => {
      expectEqual('La salud del contenedor que responde', await after.healthCheck(), 0);
      expectEqual('El código de salida', await after.stop(), 0);
      expectEqual('La salud del contenedor detenido', await after.healthCheck(), 1);
    });
    if (migrations.older < migrations.newer)
      await step('La versión anterior rehúsa la base más nueva', async () => {
        const { code, output } = await before.runToEnd();
        expectEqual('El código de salida', code, 1);
        if (!output.includes('versión más nueva'))
          throw new StepFailed(`${output}\n\nNo dice que la base es más nueva.`);
      });
    else
      console.log(
        '– Las dos versiones tienen las mismas migraciones: no se probó que la anterior rehúse una base más nueva.',
      );

    await step('Restaura la copia de la versión anterior sobre ese volumen', () =>
      after.command('restore', COPY, '--reemplazar'),
    );
    await step('La auditoría restaurada', () => after.command('audit-verify'));
    await step('Tiene lo de la copia, no lo posterior, y guarda', async () => {
      await after.start();
      await client.expectSaved(after, kept);
      await client.expectMissing(after, afterCopy);
      await client.expectSaved(after, await client.save(after));
      expectEqual('El código de salida', await after.stop(), 0);
    });
    await step('Fuera de sus volúmenes no escribió nada', () => {
      for (const container of [before, after]) expectEqual('Los archivos cambiados', container.changedFiles(), []);
    });
  });
});
