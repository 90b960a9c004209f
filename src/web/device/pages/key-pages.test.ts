import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vaultFromOtherPage } from './key-pages.ts';

const vault = { id: 'a vault', usuario: 'rosa' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser whose key worker starts after this time, or that has none. */
function browser(wakesInMs: number | null): void {
  const active = {
    postMessage(_message: unknown, [port]: MessagePort[]) {
      if (wakesInMs !== null) setTimeout(() => port?.postMessage(vault), wakesInMs);
    },
  };
  const registration = wakesInMs === null ? undefined : { active };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
}

test('a worker that a busy device starts late still gives the keys back', async () => {
  browser(4_000);
  const vaultRequest = vaultFromOtherPage('rosa');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await vaultRequest).toEqual(vault);
});

test('a worker that never answers is not waited for after the time limit', async () => {
  browser(60_000);
  const vaultRequest = vaultFromOtherPage('rosa');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await vaultRequest).toBeNull();
});

test('without a worker only other tabs are asked, and the answer is null when there are none', async () => {
  browser(null);
  const vaultRequest = vaultFromOtherPage('rosa');
  await vi.advanceTimersByTimeAsync(700);
  expect(await vaultRequest).toBeNull();
});
