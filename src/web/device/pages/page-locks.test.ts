import { afterEach, expect, it, vi } from 'vitest';
import { ifPageLockFree, withPageLock } from './page-locks.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['withPageLock', withPageLock],
  ['ifPageLockFree', ifPageLockFree],
])('%s rejects instead of throwing when the page is gone', async (_, lock) => {
  vi.stubGlobal('navigator', undefined);
  const work = vi.fn(async () => 1);
  const locked = lock('outbox', 'a', work);
  await expect(locked).rejects.toThrow(TypeError);
  expect(work).not.toHaveBeenCalled();
});
