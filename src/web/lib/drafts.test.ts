import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setClockBehind } from '#domain/clock.ts';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import {
  DRAFT_LIFETIME_MS,
  readDraft,
  removeDraft,
  removeDraftsAbout,
  removeDraftsOf,
  removeExpiredDrafts,
  writeDraft,
} from './drafts.ts';
import { applyServerTime, moveClockByUser } from './server-clock.ts';

const { texts: stored, storage } = memoryStorage();
const rosa = { user: 'rosa', place: 'control.nina' };
const now = Date.parse('2026-11-21T15:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', storage);
  vi.useFakeTimers({ now });
});
afterEach(() => vi.useRealTimers());

test('a draft is read as it was written until it is removed', () => {
  expect(writeDraft(rosa, { values: { peso: 8.5, fecha: null }, at: now, id: 'a', version: 2 })).toBe(true);
  expect(readDraft(rosa)).toEqual({ values: { peso: 8.5, fecha: null }, at: now, id: 'a', version: 2 });
  expect(readDraft({ ...rosa, user: 'luis' })).toBeNull();
  removeDraft(rosa);
  expect(readDraft(rosa)).toBeNull();
});

test('unreadable text is no draft, and values that no field can have are dropped', () => {
  for (const raw of ['{', 'null', '7', '{"values":null}']) {
    stored.set('libreta.draft.rosa.control.nina', raw);
    expect(readDraft(rosa)).toBeNull();
  }
  stored.set('libreta.draft.rosa.control.nina', `{"values":{"peso":{"a":1},"edad":3},"at":${now},"id":7}`);
  expect(readDraft(rosa)).toEqual({ values: { edad: 3 }, at: now, id: undefined, version: undefined });
});

// proves D12, D13
test('signing out removes only the drafts of that user; a deletion removes those about the person', () => {
  const places = ['control.nina', 'nino.nina', 'control.nina.control', 'nino.nuevo'];
  for (const user of ['rosa', 'luis']) for (const place of places) writeDraft({ user, place }, { values: {}, at: now });
  stored.set('libreta.session', '{}');
  removeDraftsOf('rosa');
  expect(stored.size).toBe(5);
  removeDraftsAbout('nina');
  expect([...stored.keys()]).toEqual(['libreta.draft.luis.nino.nuevo', 'libreta.session']);
});

// proves D15
test('a full or blocked storage breaks nothing', () => {
  const fail = () => {
    throw new DOMException('QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { length: 1, key: fail, getItem: fail, setItem: fail, removeItem: fail });
  expect(writeDraft(rosa, { values: {}, at: now })).toBe(false);
  expect(readDraft(rosa)).toBeNull();
  removeDraft(rosa);
  removeDraftsOf('rosa');
  removeExpiredDrafts();
});

// proves D14
test('no draft expires by a date that the user gave, until the server confirms one, also after a reload', async () => {
  onTestFinished(() => {
    applyServerTime(new Date(now).toUTCString());
    setClockBehind(0);
  });
  writeDraft(rosa, { values: { peso: 8 }, at: now });
  moveClockByUser(30 * DAY_MS);
  removeExpiredDrafts();
  expect(readDraft(rosa)).toMatchObject({ values: { peso: 8 } });
  vi.resetModules();
  const reloaded = { ...(await import('./drafts.ts')), ...(await import('./server-clock.ts')) };
  expect(reloaded.isClockByUser()).toBe(true);
  expect(reloaded.readDraft(rosa)).toMatchObject({ values: { peso: 8 } });
  reloaded.applyServerTime(new Date(now).toUTCString());
  expect(reloaded.isClockByUser()).toBe(false);
  expect(reloaded.readDraft(rosa)).toMatchObject({ values: { peso: 8 } });
  vi.setSystemTime(now + 8 * DAY_MS);
  expect(reloaded.readDraft(rosa)).toBeNull();
});

// proves D14
test.each([
  ['that the user gave', moveClockByUser, -30],
  ['that the user gave', moveClockByUser, 30],
  ['of the device', setClockBehind, -400],
  ['of the device', setClockBehind, -2],
])('no draft expires for 7 days after the server corrected a date %s', (_, moveBy, days) => {
  onTestFinished(() => setClockBehind(0));
  moveBy(days * DAY_MS);
  writeDraft(rosa, { values: { peso: 8 }, at: now + days * DAY_MS });
  applyServerTime(new Date(now).toUTCString());
  vi.setSystemTime(now + DRAFT_LIFETIME_MS - 1);
  removeExpiredDrafts();
  expect(readDraft(rosa)).toMatchObject({ values: { peso: 8 } });
  expect(writeDraft(rosa, { values: { peso: 8 }, at: now + days * DAY_MS })).toBe(true);
  vi.setSystemTime(now + DRAFT_LIFETIME_MS + 3 * DAY_MS);
  expect(readDraft(rosa)).toBeNull();
});

// proves D14
test('after a correction of less than a day drafts expire as usual', () => {
  onTestFinished(() => setClockBehind(0));
  writeDraft(rosa, { values: {}, at: now - DRAFT_LIFETIME_MS - DAY_MS });
  applyServerTime(new Date(now + DAY_MS / 2).toUTCString());
  expect(readDraft(rosa)).toBeNull();
});

// proves D14
test('a draft expires after its lifetime without a change, for every user', () => {
  for (const user of ['rosa', 'luis']) {
    writeDraft({ user, place: 'nino.viejo' }, { values: {}, at: now - DRAFT_LIFETIME_MS });
    writeDraft({ user, place: 'nino.nuevo' }, { values: {}, at: now - DRAFT_LIFETIME_MS + 1 });
  }
  stored.set('libreta.draft.luis.nino.sinfecha', '{"values":{}}');
  stored.set('libreta.draft.luis.nino.roto', '{');
  stored.set('libreta.session', '{}');
  removeExpiredDrafts();
  expect([...stored.keys()]).toEqual([
    'libreta.draft.rosa.nino.nuevo',
    'libreta.draft.luis.nino.nuevo',
    'libreta.session',
  ]);
  vi.setSystemTime(now + 1);
  expect(readDraft({ user: 'rosa', place: 'nino.nuevo' })).toBeNull();
  expect(stored.has('libreta.draft.rosa.nino.nuevo')).toBe(false);
});

// proves D14
test('a draft with a time in the future expires too', () => {
  writeDraft(rosa, { values: {}, at: now });
  vi.setSystemTime(now - 3_600_000);
  expect(readDraft(rosa)).not.toBeNull();
  vi.setSystemTime(now - DRAFT_LIFETIME_MS);
  expect(readDraft(rosa)).toBeNull();
});

// proves D14
test('a sealed draft expires without its key', () => {
  stored.set('libreta.draft.vault.name', `${now - DRAFT_LIFETIME_MS + 1}.sealed`);
  removeExpiredDrafts();
  expect(stored.size).toBe(1);
  vi.setSystemTime(now + 1);
  removeExpiredDrafts();
  expect(stored.size).toBe(0);
});

// proves D14
test('an expired draft is not written again', () => {
  expect(writeDraft(rosa, { values: {}, at: now - DRAFT_LIFETIME_MS })).toBe(false);
  expect(stored.size).toBe(0);
});

// proves D15
test('expired drafts are removed when the storage is full', () => {
  writeDraft({ user: 'luis', place: 'nino.nuevo' }, { values: {}, at: now });
  vi.setSystemTime(now + DRAFT_LIFETIME_MS);
  const setItem = (key: string, value: string) => {
    if (stored.size > 0 && !stored.has(key)) throw new DOMException('QuotaExceededError');
    stored.set(key, value);
  };
  vi.stubGlobal('localStorage', {
    ...storage,
    get length() {
      return stored.size;
    },
    setItem,
  });
  expect(writeDraft(rosa, { values: { peso: 8 }, at: Date.now() })).toBe(true);
  expect([...stored.keys()]).toEqual(['libreta.draft.rosa.control.nina']);
});

// proves D14
test.each([-400, -2, 15])('no draft expires at %i days from the date that the server last confirmed', (days) => {
  applyServerTime(new Date(now).toUTCString());
  writeDraft(rosa, { values: { peso: 8 }, at: now });
  vi.setSystemTime(now + days * DAY_MS);
  removeExpiredDrafts();
  expect(readDraft(rosa)).toMatchObject({ values: { peso: 8 } });
  expect(writeDraft(rosa, { values: { peso: 9 }, at: now + days * DAY_MS })).toBe(true);
});
