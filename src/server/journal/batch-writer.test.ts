import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatchWriter } from './batch-writer.ts';

const AFTER_MS = 20;

function gathering({ failing = () => false }: { failing?: (items: number[]) => boolean } = {}) {
  const written: number[][] = [];
  const failures: number[] = [];
  const lost: number[] = [];
  const all = createBatchWriter<number>({
    write: async (items) => {
      await nextTurn();
      if (failing(items)) throw new Error('away');
      written.push(items);
    },
    afterMs: AFTER_MS,
    failed: (_error, waiting) => failures.push(waiting),
    lost: (items) => lost.push(...items),
  });
  return { ...all, written, failures, lost };
}

describe('gathered items', () => {
  it('are written together and in order, soon', async () => {
    const { add, written } = gathering();
    for (const item of [1, 2, 3]) add(item);
    expect(written).toEqual([]);
    await expect.poll(() => written).toEqual([[1, 2, 3]]);
    add(4);
    await expect.poll(() => written).toEqual([[1, 2, 3], [4]]);
  });

  it('are never written twice, even by flushes at the same time', async () => {
    const { add, flush, close, written } = gathering();
    for (let item = 0; item < 1_200; item += 1) add(item);
    await Promise.all([flush(), flush(), close(), flush()]);
    expect(written.flat()).toEqual(Array.from({ length: 1_200 }, (_, item) => item));
  });

  it('are tried again when a write fails, with those added meanwhile', async () => {
    let away = true;
    const { add, written, failures, lost } = gathering({ failing: () => away });
    add(1);
    await expect.poll(() => failures.length).toBeGreaterThan(1);
    add(2);
    away = false;
    await expect.poll(() => written.flat()).toEqual([1, 2]);
    expect(lost).toEqual([]);
  });

  it('are counted while they wait, while they are written and after a failure', async () => {
    let away = true;
    const { add, flush, waiting } = gathering({ failing: () => away });
    expect(waiting()).toEqual({ count: 0, first: undefined });
    for (const item of [7, 8]) add(item);
    expect(waiting()).toEqual({ count: 2, first: 7 });
    const under = flush();
    add(9);
    expect(waiting()).toEqual({ count: 3, first: 7 });
    await under;
    expect(waiting()).toEqual({ count: 3, first: 7 });
    away = false;
    await flush();
    expect(waiting()).toEqual({ count: 0, first: undefined });
  });

  it('are all written on close, also those just added and those under way', async () => {
    const { add, flush, close, written } = gathering();
    add(1);
    const under = flush();
    add(2);
    await close();
    await under;
    expect(written.flat()).toEqual([1, 2]);
  });

  it('are lost only if writing fails on close, or if too many are waiting', async () => {
    const { add, close, lost } = gathering({ failing: () => true });
    for (let item = 0; item < 10_002; item += 1) add(item);
    expect(lost).toEqual([10_000, 10_001]);
    await close();
    expect(lost).toHaveLength(10_002);
  });
});
