import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lasting } from '../../../tests/support/passing-time.ts';
import { createComputedCache } from './computed-cache.ts';
import type { ValueStore } from './stored-value.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store in memory; a claim that is not renewed ends after two minutes. */
function storeInMemory() {
  let row: { key: string; value: number; at: Date; tookMs: number; ended: number; version: string } | undefined;
  let claim: { by: number; until: number } | undefined;
  let versions = 0;
  const fails = { read: false, claim: false, write: false };
  const asProcess = (by: number): ValueStore<number> => {
    const isMine = () => claim?.by === by;
    return {
      async read(key, version) {
        if (fails.read) throw new Error('the store is away');
        if (!row) return null;
        const { at, tookMs, ended, value } = row;
        const isNew = row.key === key && row.version !== version;
        return { at, tookMs, version: row.version, ageMs: Date.now() - ended + tookMs, value: isNew ? value : null };
      },
      async claim(version) {
        if (fails.claim) throw new Error('the store is away');
        if ((claim && claim.until > Date.now()) || row?.version !== version) return false;
        claim = { by, until: Date.now() + 2 * MINUTE };
        return true;
      },
      async renew() {
        if (isMine()) claim = { by, until: Date.now() + 2 * MINUTE };
      },
      async write(key, value, at, tookMs) {
        if (fails.write) throw new Error('the store is away');
        if (!isMine()) return undefined;
        versions += 1;
        row = { key, value, at, tookMs, ended: Date.now(), version: String(versions) };
        claim = undefined;
        return row.version;
      },
      async release() {
        if (isMine()) claim = undefined;
      },
    };
  };
  return { asProcess, fails, row: () => row };
}

/** Processes of one server; a value is the number of its computation, which takes so many seconds. */
function processes(count: number, seconds: number) {
  const memory = storeInMemory();
  const compute = vi.fn(async (by: number, pause: () => Promise<void>) => {
    const computation = compute.mock.calls.length;
    for (let piece = 0; piece < 10; piece += 1) {
      await lasting(seconds * 50, `a piece of ${by}`);
      await pause();
    }
    return computation;
  });
  const failed = vi.fn();
  let day = '2026-11-28';
  const setDay = (next: string) => {
    day = next;
  };
  const start = (by: number) =>
    createComputedCache<number>({
      store: memory.asProcess(by),
      keyOf: () => day,
      failed,
      prepare: (value) => value,
      compute: (pause) => compute(by, pause),
    });
  return { memory, compute, failed, setDay, start, caches: Array.from({ length: count }, (_, by) => start(by)) };
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const valuesOf = (caches: readonly { now(): Promise<{ value: number }> }[]) =>
  Promise.all(caches.map(async (cache) => (await cache.now()).value));

describe('a slow value', () => {
  it('is computed by one process at a time for all of them, for as long as they are read', async () => {
    const { caches, compute, failed } = processes(3, 30);
    for (const cache of caches) void cache.begin();
    await advance(33 * SECOND);
    expect(await valuesOf(caches)).toEqual([1, 1, 1]);
    for (let minute = 0; minute < 60; minute += 1) {
      await advance(MINUTE);
      const values = await valuesOf(caches);
      expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
    }
    // Each is kept for ten times as long as it took.
    expect(compute.mock.calls.length).toBeGreaterThan(10);
    expect(compute.mock.calls.length).toBeLessThan(20);
    expect(failed).not.toHaveBeenCalled();
  });

  it('is dated by its computation in every process', async () => {
    const { caches } = processes(2, 10);
    const began = Date.now();
    for (const cache of caches) void cache.begin();
    await advance(20 * SECOND);
    for (const cache of caches) expect((await cache.now()).at.getTime()).toBe(began);
    await advance(50 * SECOND);
    const [one, other] = await Promise.all(caches.map((cache) => cache.now()));
    expect(one?.at).toEqual(other?.at);
    expect(one?.at.getTime()).toBeGreaterThan(began);
  });

  it('is there after a restart, while the next one is computed', async () => {
    const { caches, start, compute } = processes(1, 60);
    void caches[0]?.begin();
    await advance(90 * SECOND);
    await caches[0]?.close();
    await advance(15 * MINUTE);
    const next = start(1);
    void next.begin();
    const waits = vi.fn();
    expect((await next.now(waits)).value).toBe(1);
    expect(waits).not.toHaveBeenCalled();
    await advance(90 * SECOND);
    expect((await next.now(waits)).value).toBe(2);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['another day', ({ setDay }: ReturnType<typeof processes>) => setDay('2026-11-29')],
    ['long ago', () => advance(3 * 60 * MINUTE)],
  ])('of %s is not used after a restart', async (_, passing) => {
    const server = processes(1, 10);
    void server.caches[0]?.begin();
    await advance(30 * SECOND);
    await server.caches[0]?.close();
    await passing(server);
    const next = server.start(1);
    const answer = next.now();
    await advance(30 * SECOND);
    expect((await answer).value).toBe(2);
  });

  it('is computed by another process if the first one closes, and after two minutes if it ended without a word', async () => {
    const closing = processes(2, 40);
    const [first, second] = closing.caches;
    void first?.begin();
    await advance(SECOND);
    void second?.begin();
    await advance(SECOND);
    void first?.close();
    await advance(50 * SECOND);
    expect(closing.memory.row()?.value).toBe(2);

    const killed = processes(1, 40);
    // Another process claimed it and does nothing any more.
    expect(await killed.memory.asProcess(7).claim(undefined)).toBe(true);
    void killed.caches[0]?.begin();
    await advance(MINUTE);
    expect(killed.compute).not.toHaveBeenCalled();
    await advance(2 * MINUTE);
    expect(killed.memory.row()?.value).toBe(1);
  });

  it('that takes longer than a claim is still computed once', async () => {
    const { caches, compute } = processes(3, 300);
    for (const cache of caches) void cache.begin();
    await advance(6 * MINUTE);
    expect(await valuesOf(caches)).toEqual([1, 1, 1]);
    expect(compute).toHaveBeenCalledTimes(1);
  });

  it('serves the process that computed it if it cannot be stored', async () => {
    const { caches, memory, failed } = processes(1, 10);
    memory.fails.write = true;
    void caches[0]?.begin();
    await advance(20 * SECOND);
    expect(await valuesOf(caches)).toEqual([1]);
    expect(failed).toHaveBeenCalledTimes(1);
    memory.fails.write = false;
    await advance(MINUTE);
    expect(await valuesOf(caches)).toEqual([2]);
    expect(memory.row()?.value).toBe(2);
  });

  it.each(['read', 'claim'] as const)('is computed by each process while the store cannot %s', async (what) => {
    const { caches, memory, failed } = processes(2, 10);
    memory.fails[what] = true;
    for (const cache of caches) void cache.begin();
    await advance(20 * SECOND);
    expect(await valuesOf(caches)).toEqual([1, 2]);
    expect(failed).toHaveBeenCalled();
    expect(memory.row()).toBeUndefined();
    memory.fails[what] = false;
    await advance(2 * MINUTE);
    const [one, other] = await valuesOf(caches);
    expect(one).toBe(other);
    expect(memory.row()?.value).toBe(one);
  });
});

it('a fast value is computed by each process, and not stored', async () => {
  const { caches, memory, compute } = processes(2, 1);
  for (const cache of caches) void cache.begin();
  await advance(10 * SECOND);
  expect(await valuesOf(caches)).toEqual([1, 2]);
  expect(memory.row()).toBeUndefined();
  memory.fails.read = true;
  await advance(MINUTE);
  await valuesOf(caches);
  expect(compute.mock.calls.length).toBeGreaterThan(2);
});
