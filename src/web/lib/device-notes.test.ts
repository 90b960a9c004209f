import { beforeEach, expect, test, vi } from 'vitest';
import { addVisit } from '#domain/device/my-day.ts';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import type { DraftKeeper } from './drafts.ts';

const { texts: stored, storage } = memoryStorage();
const [ROSA, LUIS] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'];
const [SISA, INES] = ['0190a000-0000-7000-8000-0000000000aa', '0190a000-0000-7000-8000-0000000000bb'];
const visit = (_id: string) => {
  return { _id, nombres: 'SISA', apellidos: 'CUJÍ', celular: '', lugar: 'MAJIPAMBA', visitado: false };
};
const NOON = Date.parse('2026-11-26T17:00:00Z');
const DAY_KEY = `libreta.nota.${ROSA}.dia`;

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', storage);
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** A page of the application, which shares only the storage with other pages. */
async function page(user: string | null = ROSA) {
  const events = new EventTarget();
  vi.stubGlobal('window', events);
  vi.resetModules();
  const [notes, drafts, session] = await Promise.all([
    import('./device-notes.ts'),
    import('./drafts.ts'),
    import('./session.ts'),
  ]);
  const signIn = (_id: string) =>
    session.setSession({
      ...{ _id, nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000001', email: '', message: '' },
      ...{ roles: ['ROLE_BRIGADA'], accessToken: _id },
    });
  if (user) signIn(user);
  else session.clearSession();
  const { myDay, consents } = notes.deviceNotes;
  await expect.poll(() => myDay.view.get().isLoaded).toBe(user !== null);
  const pick = (id: string) => myDay.change((visits) => addVisit(visits, visit(id)));
  const picked = () => myDay.view.get().items.map(({ _id }) => _id);
  const hears = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  return { ...notes, ...drafts, ...session, events, signIn, myDay, consents, pick, picked, hears };
}

// proves N1
test('what is picked is there after a reload, for its account only', async () => {
  const first = await page();
  first.pick(SISA);
  first.pick(INES);
  first.pick(SISA);
  expect((await page()).picked()).toEqual([SISA, INES]);
  expect((await page(LUIS)).picked()).toEqual([]);
  const changing = await page();
  changing.signIn(LUIS);
  expect(changing.picked()).toEqual([]);
  await expect.poll(() => changing.myDay.view.get().isLoaded).toBe(true);
  expect(changing.picked()).toEqual([]);
});

// proves N4
test('two pages show the same, and a change is applied to what the other one has stored meanwhile', async () => {
  const [one, other] = [await page(), await page()];
  one.pick(SISA);
  other.pick(INES);
  await expect.poll(other.picked).toEqual([SISA, INES]);
  one.hears(DAY_KEY);
  await expect.poll(one.picked).toEqual([SISA, INES]);
  other.dropPerson(SISA);
  one.hears(null);
  await expect.poll(one.picked).toEqual([INES]);
});

// proves N5
test('the day is empty on the next day in Guayaquil, also on a page that stayed open, and consents stay', async () => {
  const open = await page();
  open.pick(SISA);
  open.consents.change(() => [SISA]);
  // 23:59 in Guayaquil.
  vi.setSystemTime(Date.parse('2026-11-27T04:59:00Z'));
  open.events.dispatchEvent(new Event('visibilitychange'));
  expect(open.picked()).toEqual([SISA]);
  expect((await page()).picked()).toEqual([SISA]);
  vi.setSystemTime(Date.parse('2026-11-27T05:00:00Z'));
  open.events.dispatchEvent(new Event('visibilitychange'));
  expect([open.picked(), open.consents.view.get().items]).toEqual([[], [SISA]]);
  open.pick(INES);
  expect(open.picked()).toEqual([INES]);
  expect((await page()).picked()).toEqual([INES]);
});

// proves N5
test('unsealed days of all accounts are removed once they are past', async () => {
  for (const user of [ROSA, LUIS]) (await page(user)).pick(SISA);
  (await page(LUIS)).consents.change(() => [SISA]);
  stored.set(`libreta.nota.${LUIS}.otra`, '{');
  vi.setSystemTime(NOON + 86_400_000);
  await page(null);
  expect([...stored.keys()]).toEqual([`libreta.nota.${LUIS}.mensajes`]);
});

// proves N6
test('signing out removes the unsealed notes of this account', async () => {
  (await page(LUIS)).pick(SISA);
  const own = await page();
  own.pick(SISA);
  own.clearSession();
  own.removeDraftsOf(ROSA);
  expect([...stored.keys()]).toEqual([`libreta.nota.${LUIS}.dia`]);
  expect(own.picked()).toEqual([]);
});

// proves N7
test.each(['{', 'null', '7', '[]', '{"dia":"2026-11-26","items":7}', '{"dia":"2026-11-26","items":[{"_id":"../x"}]}'])(
  'an absurd stored value is an empty day: %s',
  async (text) => {
    stored.set(DAY_KEY, text);
    const { picked, pick } = await page();
    expect(picked()).toEqual([]);
    pick(SISA);
    expect(picked()).toEqual([SISA]);
    expect((await page()).picked()).toEqual([SISA]);
  },
);

// proves N7
test('with a full or blocked storage notes last as long as the page', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fail = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { pick, picked, consents } = await page();
  vi.stubGlobal('localStorage', { length: 1, key: fail, getItem: fail, setItem: fail, removeItem: fail });
  pick(SISA);
  consents.change(() => [SISA]);
  await expect.poll(() => logged.mock.calls.length).toBe(2);
  pick(INES);
  expect([picked(), consents.view.get().items]).toEqual([[SISA, INES], [SISA]]);
  await expect.poll(() => logged.mock.calls.length).toBe(3);
  logged.mockRestore();
});

// proves N8
test('a deleted person is removed from every note', async () => {
  const { pick, consents, dropPerson } = await page();
  pick(SISA);
  pick(INES);
  consents.change(() => [INES, SISA]);
  dropPerson(SISA);
  const again = await page();
  expect([again.picked(), again.consents.view.get().items]).toEqual([[INES], [INES]]);
});

// proves N3
test('while it is not known how to store them, changes wait and nothing is stored', async () => {
  const { pick, picked, holdDrafts, keepDrafts, myDay } = await page();
  holdDrafts(ROSA);
  pick(SISA);
  expect([picked(), myDay.view.get().isLoaded, stored.has(DAY_KEY)]).toEqual([[SISA], false, false]);
  keepDrafts(null);
  expect(stored.has(DAY_KEY)).toBe(true);
  await expect.poll(() => myDay.view.get().isLoaded).toBe(true);
  expect(picked()).toEqual([SISA]);
});

// proves N3
test('held changes go to the vault without passing through plain text', async () => {
  const { pick, picked, holdDrafts, keepDrafts } = await page();
  holdDrafts(ROSA);
  pick(SISA);
  const sealed = new Map<string, unknown>();
  const nothing = () => undefined;
  const sealing: DraftKeeper = {
    ...{ user: ROSA, seals: true, read: () => null, write: () => true, remove: nothing, removeWhere: nothing },
    notes: {
      read: async (name) => sealed.get(name) ?? null,
      change: async (name, by) => sealed.set(name, by(sealed.get(name) ?? null)).get(name),
      onChange: () => nothing,
    },
  };
  const setItem = vi.spyOn(storage, 'setItem');
  keepDrafts(sealing);
  await expect.poll(() => sealed.get('dia')).toEqual({ dia: '2026-11-26', items: [visit(SISA)] });
  expect([picked(), setItem.mock.calls]).toEqual([[SISA], []]);
  setItem.mockRestore();
});
