import { expect, it } from 'vitest';
import { createSessionCache } from './session-cache.ts';

const at = new Date('2026-11-22T12:00:00Z');
const sessionOf = (userId: string) => ({
  userId,
  cedula: '0603714026',
  roles: ['ROLE_BRIGADA'],
  mustChangePassword: false,
  generation: 1,
  confirmedAt: at,
  renewedAt: at,
  startedAt: at,
  lastUsedAt: at,
  endsAt: new Date('2026-11-23T00:00:00Z'),
});

function notifiedCache(now?: () => number) {
  const cache = createSessionCache(now);
  cache.hearing.onConnectionChange(true);
  return cache;
}

it('returns a stored session while notifications arrive', () => {
  const cache = notifiedCache();
  cache.keep('a', sessionOf('rosa'), cache.moment());
  expect(cache.get('a')).toEqual(sessionOf('rosa'));
});

it('removes a session, or all sessions of a user, when it is notified of their id', () => {
  const cache = notifiedCache();
  for (const sid of ['a', 'b']) cache.keep(sid, sessionOf('rosa'), cache.moment());
  cache.keep('c', sessionOf('luis'), cache.moment());
  cache.hearing.onNotification('a');
  expect([cache.get('a'), cache.get('b')?.userId]).toEqual([undefined, 'rosa']);
  cache.hearing.onNotification('rosa');
  expect([cache.get('b'), cache.get('c')?.userId]).toEqual([undefined, 'luis']);
});

it('does not store a session that was read before a notification', () => {
  const cache = notifiedCache();
  const moment = cache.moment();
  cache.hearing.onNotification('a');
  cache.keep('a', sessionOf('rosa'), moment);
  expect(cache.get('a')).toBeUndefined();
});

it('is empty while notifications are down, and does not store sessions that were read before they are up again', () => {
  const cache = notifiedCache();
  cache.keep('a', sessionOf('rosa'), cache.moment());
  const moment = cache.moment();
  cache.hearing.onConnectionChange(false);
  expect(cache.get('a')).toBeUndefined();
  cache.keep('a', sessionOf('rosa'), cache.moment());
  expect(cache.get('a')).toBeUndefined();
  cache.hearing.onConnectionChange(true);
  cache.keep('a', sessionOf('rosa'), moment);
  expect(cache.get('a')).toBeUndefined();
});

it('drops a session after half a minute even without a notification', () => {
  let now = 0;
  const cache = notifiedCache(() => now);
  cache.keep('a', sessionOf('rosa'), cache.moment());
  now = 29_999;
  expect(cache.get('a')).toBeDefined();
  now = 30_000;
  expect(cache.get('a')).toBeUndefined();
});
