import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run, StepFailed } from '../run.mjs';

/** As `cap_drop: [ALL]` in compose.yaml. */
const ISOLATION = ['--isolation', 'chroot', '--cap-drop', 'all'];

/** Pids of the processes below one, the nearest first. */
function descendantsOf(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended meanwhile.
    }
  }
  const found = [];
  const next = [pid];
  while (next.length > 0) {
    const children = parents.get(next.shift()) ?? [];
    found.push(...children);
    next.push(...children);
  }
  return found;
}

const isNode = (pid) => {
  try {
    return readlinkSync(`/proc/${pid}/exe`).endsWith('/usr/local/bin/node');
  } catch {
    return false;
  }
};

/** Buildah with a storage of its own in a folder, so that the images of this machine stay as they are. */
export function createBuildah(folder) {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const result = (args) => run('buildah', [...storage, ...args], { quiet: true });
  /** @returns the standard output @throws StepFailed with the whole output */
  const answer = async (args) => {
    const { code, output, answer: text } = await result(args);
    if (code !== 0) throw new StepFailed(`${output.trim()}\n\nbuildah ${args[0]} terminó con ${code}.`);
    return text;
  };
  const withVolumes = (volumes, env) => [
    ...Object.entries(volumes).flatMap(([here, there]) => ['--volume', `${here}:${there}`]),
    ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ];
  return {
    answer,
    result,
    /** Builds an image from a container file. */
    build: (tag, { file, ignoreFile, context }) =>
      answer([
        ...['build', '--isolation', 'chroot', '--format', 'docker', '--pull=never', '--file', file],
        ...['--ignorefile', ignoreFile, '--tag', tag, context],
      ]),
    /** The configuration of an image as an engine reads it. */
    configOf: async (tag) => JSON.parse(await answer(['inspect', '--type', 'image', tag])).Docker.config,
    from: async (tag) => (await answer(['from', '--pull=never', tag])).trim(),
    /** Runs a command to its end in a container. */
    exec: (container, command, { volumes, env }) =>
      result(['run', ...ISOLATION, ...withVolumes(volumes, env), container, '--', ...command]),
    /** Starts a command that stays. */
    start(container, command, { volumes, env }) {
      const args = ['run', ...ISOLATION, ...withVolumes(volumes, env), container, '--', ...command];
      const child = spawn('buildah', [...storage, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          output += text;
        });
      const closed = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
      const ended = () => child.exitCode !== null || child.signalCode !== null;
      return {
        closed,
        ended,
        output: () => output,
        /** The pid of Node, the first process of the container. */
        pid: () => descendantsOf(child.pid).find(isNode),
        kill() {
          if (ended()) return;
          for (const pid of [...descendantsOf(child.pid).reverse(), child.pid]) {
            try {
              process.kill(pid, 'SIGKILL');
            } catch {
              // It ended meanwhile.
            }
          }
        },
      };
    },
    /** Removes every container and image, which also unmounts them. */
    async clear() {
      await result(['rm', '--all']);
      await result(['rmi', '--all', '--force']);
    },
  };
}
