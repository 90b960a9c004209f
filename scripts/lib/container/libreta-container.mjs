import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { remoteApi } from '../../../tests/support/remote-api.ts';
import { StepFailed } from '../run.mjs';

/** The account `node` of the image. */
const NODE_UID = 1000;
const START_LIMIT_MS = 120_000;
/** `stop_grace_period` of compose.yaml. */
const STOP_LIMIT_MS = 45_000;
/** What the engine writes, or what compose.yaml mounts over the read-only file system. */
const NOT_OF_IMAGE = /^(dev|proc|run|sys|tmp)(\/|$)|^etc\/(hosts|resolv\.conf)$|^var\/lib\/libreta(-copias)?\//;

export const ADMIN = { cedula: '1710034065', password: 'Administra2026' };
const PASSPHRASE = '/run/secrets/backup_passphrase';

/** Folders that stand for the volumes, and the passphrase, as compose.yaml mounts them. */
export function createVolumes(folder) {
  const at = (name) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, NODE_UID, NODE_UID);
    return path;
  };
  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, 'palabras para una prueba\n', { mode: 0o444 });
  return {
    [at('data')]: '/var/lib/libreta',
    [at('copies')]: '/var/lib/libreta-copias',
    [passphrase]: `${PASSPHRASE}:ro`,
  };
}

/** Path, size, mode and time of all files that belong to the image. */
function filesOf(root) {
  const files = new Map();
  for (const name of readdirSync(root, { recursive: true })) {
    if (NOT_OF_IMAGE.test(name)) continue;
    const { size, mode, mtimeMs, uid } = lstatSync(join(root, name));
    // The size of a folder and its time say which entries it has; the names say that better.
    files.set(name, lstatSync(join(root, name)).isDirectory() ? `${mode} ${uid}` : `${size} ${mode} ${uid} ${mtimeMs}`);
  }
  return files;
}

/** A container of an image of the Libreta over volumes, on a port of the loopback address. */
export async function createContainer(buildah, { tag, volumes, port, signal, stops }) {
  const config = await buildah.configOf(tag);
  const container = await buildah.from(tag);
  for (const volume of Object.keys(config.Volumes ?? {})) {
    if (!Object.values(volumes).includes(volume)) throw new StepFailed(`La imagen pide un volumen más: ${volume}.`);
    // Buildah may mount a volume of its own over ours, which would then stay empty.
    await buildah.answer(['config', '--volume', `${volume}-`, container]);
  }
  const mounted = (await buildah.answer(['mount', container])).trim();
  const before = filesOf(mounted);
  const env = {
    ...{ HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', BACKUP_PASSPHRASE_FILE: PASSPHRASE },
    ...{ ADMIN_CEDULA: ADMIN.cedula, ADMIN_PASSWORD: ADMIN.password },
  };
  const given = { volumes, env };
  const api = remoteApi(`http://127.0.0.1:${port}`);
  const command = [...(config.Entrypoint ?? []), ...config.Cmd];
  let running;
  stops.push(async () => {
    running?.kill();
    await running?.closed;
  });
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/api/health`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    api,
    /** Starts it by the command of the image. @throws StepFailed unless it answers in time */
    async start() {
      running = buildah.start(container, command, given);
      const deadline = Date.now() + START_LIMIT_MS;
      while (!(await isHealthy())) {
        signal.throwIfAborted();
        if (running.ended()) break;
        if (Date.now() > deadline) throw new StepFailed(`${running.output()}\n\nEl contenedor no responde.`);
        await wait(100);
      }
      // Without this check another program that got the port meanwhile would answer for it.
      if (running.ended()) throw new StepFailed(`${running.output()}\n\nEl contenedor terminó al iniciar.`);
    },
    /** Runs the command of the image until it ends by itself. @returns its code and output */
    runToEnd: () => buildah.exec(container, command, given),
    /** Runs a command of the release in it. @returns its last line @throws StepFailed with its output */
    async command(...args) {
      const { code, output, answer } = await buildah.exec(container, ['node', 'scripts/start.mjs', ...args], given);
      if (code !== 0) throw new StepFailed(`${output.trim()}\n\nEl comando ${args[0]} terminó con ${code}.`);
      return answer.trim().split('\n').at(-1);
    },
    /** @returns the exit code of the image's health check */
    async healthCheck() {
      const [kind, ...check] = config.Healthcheck?.Test ?? [];
      if (kind !== 'CMD') throw new StepFailed('La imagen no dice cómo comprobar su salud.');
      return (await buildah.exec(container, check, given)).code;
    },
    /** @returns what /proc says of the process: `Uid`, `CapEff` … */
    processStatus() {
      const pid = running?.pid();
      if (!pid) throw new StepFailed('No se encuentra el proceso de Node del contenedor.');
      return Object.fromEntries(
        readFileSync(`/proc/${pid}/status`, 'utf8')
          .split('\n')
          .map((line) => line.split(/:\s+/)),
      );
    },
    /** @returns the exit code of a shell command in it */
    sh: async (script) => (await buildah.exec(container, ['sh', '-c', script], given)).code,
    /** Stops it with the image's signal. @returns its exit code @throws StepFailed if it takes too long */
    async stop() {
      process.kill(running.pid(), config.StopSignal);
      const late = AbortSignal.timeout(STOP_LIMIT_MS);
      const tooLate = new Promise((_, reject) => {
        late.addEventListener('abort', () => reject(new StepFailed('El contenedor no se detuvo a tiempo.')));
      });
      return Promise.race([running.closed, tooLate]);
    },
    /** @returns files of the image that were changed, added or removed since its first start */
    changedFiles() {
      const after = filesOf(mounted);
      return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
    },
  };
}
