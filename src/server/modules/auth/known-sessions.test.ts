import { expect, it } from 'vitest';
import { createKnownSessions } from './known-sessions.ts';

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

function listening(now?: () => number) {
  const known = createKnownSessions(now);
  known.hearing.hears(true);
  return known;
}

it('knows what was looked up while it hears', () => {
  const known = listening();
  known.keep('a', sessionOf('rosa'), known.moment());
  expect(known.get('a')).toEqual(sessionOf('rosa'));
});

it('forgets a session, or all of a user, when it is told of it', () => {
  const known = listening();
  for (const sid of ['a', 'b']) known.keep(sid, sessionOf('rosa'), known.moment());
  known.keep('c', sessionOf('luis'), known.moment());
  known.hearing.heard('a');
  expect([known.get('a'), known.get('b')?.userId]).toEqual([undefined, 'rosa']);
  known.hearing.heard('rosa');
  expect([known.get('b'), known.get('c')?.userId]).toEqual([undefined, 'luis']);
});

it('does not keep what was read before something was heard', () => {
  const known = listening();
  const moment = known.moment();
  known.hearing.heard('a');
  known.keep('a', sessionOf('rosa'), moment);
  expect(known.get('a')).toBeUndefined();
});

it('knows nothing while nothing can be heard, nor what was read before it could again', () => {
  const known = listening();
  known.keep('a', sessionOf('rosa'), known.moment());
  const moment = known.moment();
  known.hearing.hears(false);
  expect(known.get('a')).toBeUndefined();
  known.keep('a', sessionOf('rosa'), known.moment());
  expect(known.get('a')).toBeUndefined();
  known.hearing.hears(true);
  known.keep('a', sessionOf('rosa'), moment);
  expect(known.get('a')).toBeUndefined();
});

it('asks again after half a minute, whatever was heard', () => {
  let now = 0;
  const known = listening(() => now);
  known.keep('a', sessionOf('rosa'), known.moment());
  now = 29_999;
  expect(known.get('a')).toBeDefined();
  now = 30_000;
  expect(known.get('a')).toBeUndefined();
});
