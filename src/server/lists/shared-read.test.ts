import { expect, it, vi } from 'vitest';
import { createSharedRead, createSharedReads } from './shared-read.ts';

/** A shared read whose reads end one after another, each with its number. */
function numbered() {
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const read = vi.fn(() => {
    const number = ends.length + 1;
    return new Promise<number>((resolve, reject) => ends.push({ resolve: () => resolve(number), reject }));
  });
  return { ends, read, shared: createSharedRead(read) };
}
const settled = () => new Promise(setImmediate);

it('readers that come during a read share the next one, which begins when that one has ended', async () => {
  const { ends, read, shared } = numbered();
  const waits = vi.fn();
  const first = shared(waits);
  expect(waits).not.toHaveBeenCalled();
  const later = [shared(waits), shared(waits)];
  expect(waits).toHaveBeenCalledTimes(2);
  await settled();
  expect(read).toHaveBeenCalledOnce();
  ends[0]?.resolve();
  expect(await first).toBe(1);
  await settled();
  expect(read).toHaveBeenCalledTimes(2);
  const last = shared();
  ends[1]?.resolve();
  expect(await Promise.all(later)).toEqual([2, 2]);
  await settled();
  ends[2]?.resolve();
  expect(await last).toBe(3);
});

it('a reader that comes after the last read begins one at once', async () => {
  const { ends, read, shared } = numbered();
  for (const number of [1, 2]) {
    const one = shared();
    expect(read).toHaveBeenCalledTimes(number);
    ends[number - 1]?.resolve();
    expect(await one).toBe(number);
  }
});

it('a read that fails fails for its own readers only', async () => {
  const { ends, shared } = numbered();
  const first = shared();
  const second = shared();
  ends[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await settled();
  ends[1]?.resolve();
  expect(await second).toBe(2);
});

it('reads of different keys run at once, and a key whose readers all ended begins anew', async () => {
  const reads = createSharedReads<string>();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (name: string) => () =>
    new Promise<string>((end) => {
      begun.push(name);
      ends.set(name, () => end(name));
    });
  const [one, other] = [reads('a', read('a 1')), reads('b', read('b 1'))];
  expect(begun).toEqual(['a 1', 'b 1']);
  for (const end of ends.values()) end();
  expect(await Promise.all([one, other])).toEqual(['a 1', 'b 1']);
  const again = reads('a', read('a 2'));
  expect(begun).toEqual(['a 1', 'b 1', 'a 2']);
  ends.get('a 2')?.();
  expect(await again).toBe('a 2');
});
