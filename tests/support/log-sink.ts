import { Writable } from 'node:stream';
import { type Level, type Logger, pino } from 'pino';

/** A logger that records its lines. */
export function recordedLog(level: Level = 'trace'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: pino({ level }, sink), lines };
}
