import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Runs on its own thread, so that work of the test does not count as a pause of the machine.

/** A timer and a small write on a machine that is not overloaded. */
const USUAL_MS = 15;

const clock = () => performance.timeOrigin + performance.now();
const { path, everyMs } = workerData;
const pauses = [];
const file = openSync(path, 'w');
// An open file needs no name, and a thread that nobody stops leaves none behind.
rmSync(path);
let over = false;
parentPort.on('message', (message) => {
  if (message === 'stop') over = true;
  else parentPort.postMessage(pauses);
});
parentPort.postMessage('started');
while (!over) {
  const from = clock();
  await wait(everyMs);
  writeSync(file, 'x', 0);
  fsyncSync(file);
  const to = clock();
  if (to - from > everyMs + USUAL_MS) pauses.push({ from: from + everyMs, to });
}
closeSync(file);
parentPort.postMessage(pauses);
parentPort.close();
