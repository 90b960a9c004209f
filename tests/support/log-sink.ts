import { Writable } from 'node:stream';
import { type Level, type Logger, pino } from 'pino';

/** A log that is kept: the logger for an application, and what it was told so far. */
export function keptLog(level: Level = 'trace'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: pino({ level }, sink), lines };
}
