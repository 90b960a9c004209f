import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Runs on its own thread, so that work of the test does not count as a pause of the machine.

const EVERY_MS = 10;
/** A timer and a small write on a machine that is not overloaded. */
const USUAL_MS = 15;

const clock = () => performance.timeOrigin + performance.now();
const pauses = [];
const file = openSync(workerData.path, 'w');
let over = false;
parentPort.once('message', () => {
  over = true;
});
parentPort.postMessage('started');
while (!over) {
  const from = clock();
  await wait(EVERY_MS);
  writeSync(file, 'x', 0);
  fsyncSync(file);
  const to = clock();
  if (to - from > EVERY_MS + USUAL_MS) pauses.push({ from: from + EVERY_MS, to });
}
closeSync(file);
rmSync(workerData.path);
parentPort.postMessage(pauses);
