import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLog } from './log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A log whose output can fail, and the messages of each write. */
function writtenLog() {
  const writes: string[][] = [];
  const output = { broken: false };
  const log = openLog('info', (text) => {
    if (output.broken) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const lines = text.trimEnd().split('\n');
    writes.push(lines.map((line) => JSON.parse(line).msg));
  });
  return { log, writes, output };
}

describe('the log', () => {
  it('writes informational lines together and in order, a moment later', () => {
    const { log, writes } = writtenLog();
    log.info('one');
    log.info('two');
    log.debug('nobody asked for this');
    expect(writes).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(writes).toEqual([['one', 'two']]);
  });

  it('writes a warning at once, after the lines before it', () => {
    const { log, writes } = writtenLog();
    log.info('one');
    log.child({ reqId: 'x' }).error('two');
    expect(writes).toEqual([['one', 'two']]);
  });

  it('writes early when many lines are waiting', () => {
    const { log, writes } = writtenLog();
    for (let i = 0; i < 100; i += 1) log.info('x'.repeat(100));
    expect(writes.length).toBeGreaterThan(2);
  });

  it('drops lines while the output fails, and afterwards warns that lines are missing', () => {
    const { log, writes, output } = writtenLog();
    output.broken = true;
    for (let i = 0; i < 3; i += 1) log.error('lost');
    log.info('lost too');
    vi.advanceTimersByTime(300);
    output.broken = false;
    log.info('there is room again');
    vi.advanceTimersByTime(300);
    expect(writes).toEqual([['there is room again'], ['the log could not be written for a while: lines are missing']]);
  });
});
