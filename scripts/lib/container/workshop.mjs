import { spawnSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StepFailed } from '../run.mjs';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 };

/** Mount points at or below a folder, the deepest first. */
function mountsBelow(folder) {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((point) => point === folder || point.startsWith(`${folder}/`))
    .reverse();
}

/** Deletes a folder. What is still mounted there belongs to the system: the folder stays unless all of it can be unmounted. */
function removeFolder(folder) {
  for (const point of mountsBelow(folder)) spawnSync('umount', [point], { stdio: 'ignore' });
  const left = mountsBelow(folder);
  if (left.length > 0) throw new StepFailed(`No se pudo desmontar ${left.join(', ')}: hazlo y borra ${folder}.`);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Does some work in a temporary folder, which is deleted at the end, also after a signal.
 * @param work gets the folder, a signal that aborts at Ctrl-C or SIGTERM, and a list to which it adds what has to be stopped
 */
export async function inWorkshop(work) {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-container-'));
  const interruption = new AbortController();
  setMaxListeners(0, interruption.signal);
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const abort = () => interruption.abort(new StepFailed('', code));
    process.on(signal, abort);
    return () => process.off(signal, abort);
  });
  const stops = [];
  try {
    return await work({ folder, signal: interruption.signal, stops });
  } finally {
    for (const stop of stops.reverse()) await stop();
    removeFolder(folder);
    for (const forget of handlers) forget();
  }
}
