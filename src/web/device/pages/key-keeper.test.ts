import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyKeeper } from './key-keeper.ts';
import { KEYS_KEPT_MS } from './key-messages.ts';

const vault = { id: 'a vault', usuario: 'rosa' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

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

test('the keys are given back once, to their own account', () => {
  const { tell, ask } = worker();
  tell({ type: 'KEEP_KEYS', vault });
  expect(ask('luis')).toBeNull();
  expect(ask('rosa')).toBe(vault);
  expect(ask('rosa')).toBeNull();
});

test('the keys are kept for a minute at most, counted from the last message', () => {
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

test('the keys are forgotten on request, and an unknown message does nothing', () => {
  const { tell, ask } = worker();
  tell({ type: 'KEEP_KEYS', vault });
  for (const other of [null, undefined, 'text', { type: 'SKIP_WAITING' }]) tell(other);
  tell({ type: 'FORGET_KEYS' });
  expect(ask('rosa')).toBeNull();
});
