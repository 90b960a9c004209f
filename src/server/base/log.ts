import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';

/** Lines are written in batches: a system call for each would be a tenth of the cost of a list. */
const BATCH_CHARACTERS = 4_096;
const MAX_DELAY_MS = 100;
const { warn = 0 } = pino.levels.values;

/** How long a slow reader is waited for in all, and between two attempts. */
const SLOW_READER_MS = 500;
const RETRY_MS = 10;
const clock = new Int32Array(new SharedArrayBuffer(4));

function writeOut(text: string): void {
  let rest = Buffer.from(text);
  for (let waited = 0; rest.length > 0; )
    try {
      rest = rest.subarray(writeSync(process.stdout.fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waited >= SLOW_READER_MS) throw error;
      Atomics.wait(clock, 0, 0, RETRY_MS);
      waited += RETRY_MS;
    }
}

/** Unlike pino's own outputs it neither blocks nor ends the process when writing fails: it counts the lost lines and logs their number. */
export function openLog(level: string, put: (text: string) => void = writeOut): Logger {
  let batch: string[] = [];
  let length = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (batch.length === 0) return;
    const lines = batch;
    batch = [];
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
    // Makes pino set `lastLevel` before each write.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      batch.push(line);
      length += line.length;
      if (this.lastLevel >= warn || length >= BATCH_CHARACTERS) flush();
      else timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
    },
  };
  const log = pino({ level }, stream);
  process.on('exit', flush);
  return log;
}
