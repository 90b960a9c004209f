import { beforeEach, expect, test, vi } from 'vitest';
import { readDraft, removeDraft, removeDraftsAbout, removeDraftsOf, writeDraft } from './drafts.ts';

const stored = new Map<string, string>();
const storage = {
  get length() {
    return stored.size;
  },
  key: (index: number) => [...stored.keys()][index] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const rosa = { user: 'rosa', place: 'control.nina' };

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', storage);
});

test('a draft comes back as it was written, until it is removed', () => {
  expect(writeDraft(rosa, { values: { peso: 8.5, fecha: null }, id: 'a', version: 2 })).toBe(true);
  expect(readDraft(rosa)).toEqual({ values: { peso: 8.5, fecha: null }, id: 'a', version: 2 });
  expect(readDraft({ ...rosa, user: 'luis' })).toBeNull();
  removeDraft(rosa);
  expect(readDraft(rosa)).toBeNull();
});

test('what cannot be read as a draft is none, and values that no field holds are left out', () => {
  for (const raw of ['{', 'null', '7', '{"values":null}']) {
    stored.set('libreta.draft.rosa.control.nina', raw);
    expect(readDraft(rosa)).toBeNull();
  }
  stored.set('libreta.draft.rosa.control.nina', '{"values":{"peso":{"a":1},"edad":3},"id":7}');
  expect(readDraft(rosa)).toEqual({ values: { edad: 3 }, id: undefined, version: undefined });
});

test('signing out removes the drafts of that user and nothing else; a deletion those about the person', () => {
  const places = ['control.nina', 'nino.nina', 'nino.nuevo'];
  for (const user of ['rosa', 'luis']) for (const place of places) writeDraft({ user, place }, { values: {} });
  stored.set('libreta.session', '{}');
  removeDraftsOf('rosa');
  expect(stored.size).toBe(4);
  removeDraftsAbout('nina');
  expect([...stored.keys()]).toEqual(['libreta.draft.luis.nino.nuevo', 'libreta.session']);
});

test('a full or blocked storage breaks nothing', () => {
  const fail = () => {
    throw new DOMException('QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { length: 1, key: fail, getItem: fail, setItem: fail, removeItem: fail });
  expect(writeDraft(rosa, { values: {} })).toBe(false);
  expect(readDraft(rosa)).toBeNull();
  removeDraft(rosa);
  removeDraftsOf('rosa');
});
