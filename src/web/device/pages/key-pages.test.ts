import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vaultFromElsewhere } from './key-pages.ts';

const vault = { id: 'a vault', usuario: 'rosa' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser whose worker for the keys takes so long to wake up, or that has none. */
function browser(wakesInMs: number | null): void {
  const active = {
    postMessage(_message: unknown, [port]: MessagePort[]) {
      if (wakesInMs !== null) setTimeout(() => port?.postMessage(vault), wakesInMs);
    },
  };
  const registration = wakesInMs === null ? undefined : { active };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
}

test('a worker that a busy device wakes late still gives the keys back', async () => {
  browser(4_000);
  const found = vaultFromElsewhere('rosa');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await found).toEqual(vault);
});

test('one that never answers is not waited for longer', async () => {
  browser(60_000);
  const found = vaultFromElsewhere('rosa');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await found).toBeNull();
});

test('without a worker only other tabs are asked, and none is there', async () => {
  browser(null);
  const found = vaultFromElsewhere('rosa');
  await vi.advanceTimersByTimeAsync(700);
  expect(await found).toBeNull();
});
