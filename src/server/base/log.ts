import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';

/** Lines are written together: one by one, each costs a system call, which is a tenth of what a list costs. */
const TOGETHER = 4_096;
const AT_LATEST_MS = 100;
const { warn = 0 } = pino.levels.values;

/** How long a reader that does not keep up is waited for, in all, and between two tries. */
const SLOW_READER_MS = 500;
const AGAIN_MS = 10;
const clock = new Int32Array(new SharedArrayBuffer(4));

/** @throws what keeps standard output from taking it: no room, nobody who reads */
function putOut(text: string): void {
  let rest = Buffer.from(text);
  for (let waited = 0; rest.length > 0; )
    try {
      rest = rest.subarray(writeSync(process.stdout.fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waited >= SLOW_READER_MS) throw error;
      Atomics.wait(clock, 0, 0, AGAIN_MS);
      waited += AGAIN_MS;
    }
}

/**
 * The log on standard output. What warns is there at once, everything else after a tenth of a second, and all of it when the process ends:
 * only a process that is killed takes its last lines along. Where there is no room for the log the application goes on without it, and
 * says afterwards how many lines it lacks. (What pino brings along for this ends the process there, or waits for ever.)
 * @param level pino's name of the least that is written
 */
export function openLog(level: string, put: (text: string) => void = putOut): Logger {
  let held: string[] = [];
  let length = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held.length === 0) return;
    const lines = held;
    held = [];
    length = 0;
    try {
      put(lines.join(''));
    } catch {
      lost += lines.length;
      return;
    }
    if (lost === 0) return;
    const missing = lost;
    lost = 0;
    log.warn({ lines: missing }, 'the log could not be written for a while: lines are missing');
  };
  const stream = {
    // Asks pino to say of each line of which level it is.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      held.push(line);
      length += line.length;
      if (this.lastLevel >= warn || length >= TOGETHER) flush();
      else timer ??= setTimeout(flush, AT_LATEST_MS).unref();
    },
  };
  const log = pino({ level }, stream);
  process.on('exit', flush);
  return log;
}
