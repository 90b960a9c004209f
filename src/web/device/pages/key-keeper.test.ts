import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyKeeper } from './key-keeper.ts';
import { KEYS_KEPT_MS } from './key-messages.ts';

const vault = { id: 'a vault', usuario: 'rosa' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A worker, what it is told, and what it gives back. */
function worker() {
  const keep = keyKeeper();
  const tell = (data: unknown, port?: Pick<MessagePort, 'postMessage'>) => {
    const event = { data, ports: port ? [port as MessagePort] : [], waitUntil: () => undefined };
    keep(event);
  };
  const ask = (usuario: string) => {
    const postMessage = vi.fn();
    tell({ type: 'GIVE_KEYS', usuario }, { postMessage });
    return postMessage.mock.lastCall?.[0];
  };
  return { tell, ask };
}

test('gives the keys back once, to the person whose they are', () => {
  const { tell, ask } = worker();
  tell({ type: 'KEEP_KEYS', vault });
  expect(ask('luis')).toBeNull();
  expect(ask('rosa')).toBe(vault);
  expect(ask('rosa')).toBeNull();
});

test('keeps them for a minute at most, from the last time on', () => {
  const { tell, ask } = worker();
  tell({ type: 'KEEP_KEYS', vault });
  vi.advanceTimersByTime(KEYS_KEPT_MS - 1);
  const again = { ...vault };
  tell({ type: 'KEEP_KEYS', vault: again });
  vi.advanceTimersByTime(KEYS_KEPT_MS - 1);
  expect(ask('rosa')).toBe(again);
  tell({ type: 'KEEP_KEYS', vault });
  vi.advanceTimersByTime(KEYS_KEPT_MS);
  expect(ask('rosa')).toBeNull();
});

test('forgets them when it is told to, and whatever else it is told does nothing', () => {
  const { tell, ask } = worker();
  tell({ type: 'KEEP_KEYS', vault });
  for (const other of [null, undefined, 'text', { type: 'SKIP_WAITING' }]) tell(other);
  tell({ type: 'FORGET_KEYS' });
  expect(ask('rosa')).toBeNull();
});
