import { beforeEach, expect, test, vi } from 'vitest';
import { now } from '#domain/clock.ts';
import { randomBytes } from '#web/device/crypto/cipher.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import type { DraftKeeper } from '#web/lib/drafts.ts';
import { diskInMemory } from '../../../../tests/support/device-page.ts';
import { type Between, type Memory, newMemory } from '../../../../tests/support/memory-disk.ts';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';

const PLACE = 'nino.0190a000-0000-7000-8000-000000000009';
const { texts: stored, storage } = memoryStorage();

let vault: OpenVault;
let memory: Memory;
beforeEach(async () => {
  memory = newMemory();
  vi.stubGlobal('localStorage', storage);
  stored.clear();
  vault = { id: '7d9f3a52-6c1e-4b0a-9f35-1f1b6d2c8e47', usuario: 'rosa', borradores: randomBytes(32) } as OpenVault;
  await (await diskInMemory(memory)).makeVault(vault.id);
});

/** The drafts of the vault as a page has them, and their copies in the database. */
async function page(between?: Between) {
  const disk = await diskInMemory(memory, between);
  const { sealedDrafts } = await import('./sealed-drafts.ts');
  const copies = async () => {
    const stores = await disk.openVault(vault.id);
    return stores.all('borradores').finally(stores.close);
  };
  return { drafts: await sealedDrafts(vault), copies };
}
const nextDrafts = async () => (await page()).drafts;

const draft = (celular: string) => ({ values: { celular }, at: now().getTime() });

/** A draft in localStorage and in the database, on a page that may unload before the next write reaches the database. */
async function draftOnPageThatGoes() {
  let unloaded = false;
  const { drafts, copies } = await page(({ does }, act) =>
    unloaded && does === 'write' ? new Promise(() => undefined) : act(),
  );
  drafts.write(PLACE, draft('0990000002'));
  await expect.poll(copies).toHaveLength(1);
  const go = () => {
    unloaded = true;
  };
  return { drafts, go };
}

// proves D9
test('a draft that is removed while the page unloads does not reappear', async () => {
  const { drafts, go } = await draftOnPageThatGoes();
  go();
  drafts.remove(PLACE);
  const next = await nextDrafts();
  expect(next.read(PLACE)).toBeNull();
  // Once the database has the removal, localStorage has nothing left.
  await expect.poll(() => stored.size).toBe(0);
  expect((await nextDrafts()).read(PLACE)).toBeNull();
});

// proves D9
test('a draft that is written after a removal replaces the mark of removal', async () => {
  const { drafts, go } = await draftOnPageThatGoes();
  go();
  drafts.remove(PLACE);
  drafts.write(PLACE, { ...draft('0990000003'), at: now().getTime() + 1 });
  expect((await nextDrafts()).read(PLACE)?.values).toEqual({ celular: '0990000003' });
});

// proves D8
test('a draft that localStorage lost with a killed page is restored', async () => {
  await draftOnPageThatGoes();
  stored.clear();
  expect((await nextDrafts()).read(PLACE)?.values).toEqual({ celular: '0990000002' });
});

/** localStorage refuses to store anything. @returns makes room again */
function fill() {
  const full = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  return () => full.mockRestore();
}

// proves D8, D15
test('a draft for which localStorage has no room counts as stored once the database has it, and is restored from there', async () => {
  const { drafts } = await page();
  drafts.write(PLACE, draft('0990000005'));
  const giveRoom = fill();
  const later = { ...draft('0990000006'), at: now().getTime() + 1 };
  expect(drafts.write(PLACE, later)).toBe(false);
  expect(drafts.read(PLACE)?.values).toEqual(later.values);
  await expect.poll(() => drafts.write(PLACE, later)).toBe(true);
  drafts.close?.();
  for (const again of [await nextDrafts(), await nextDrafts()]) expect(again.read(PLACE)?.values).toEqual(later.values);
  giveRoom();
  await nextDrafts();
  expect([...stored.values()]).toEqual([expect.stringContaining(String(later.at))]);
});

// proves D9, D13
test.each<[string, (drafts: DraftKeeper) => void]>([
  ['removed', (drafts) => drafts.remove(PLACE)],
  ['removed with its person', (drafts) => drafts.removeWhere((place) => place === PLACE)],
])('a draft for which localStorage has no room is gone once it is %s', async (_, removes) => {
  const giveRoom = fill();
  const { drafts, copies } = await page();
  drafts.write(PLACE, draft('0990000007'));
  await expect.poll(copies).toHaveLength(1);
  removes(drafts);
  expect(drafts.read(PLACE)).toBeNull();
  expect((await nextDrafts()).read(PLACE)).toBeNull();
  giveRoom();
});

// proves D8
test('a draft that neither localStorage nor the database has room for does not count as stored', async () => {
  const giveRoom = fill();
  const { drafts, copies } = await page();
  memory.room = 0;
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const unstored = draft('0990000008');
  expect(drafts.write(PLACE, unstored)).toBe(false);
  expect(await copies()).toEqual([]);
  expect(drafts.write(PLACE, unstored)).toBe(false);
  giveRoom();
});

// proves D5
test('an unsealed draft replaces no later one, and goes with the sealed one that is removed', async () => {
  const { sealPlainDrafts } = await import('./sealed-drafts.ts');
  const { drafts } = await page();
  const later = { ...draft('0990000009'), at: now().getTime() + 60_000 };
  drafts.write(PLACE, later);
  const key = `libreta.draft.rosa.${PLACE}`;
  stored.set(key, JSON.stringify(draft('0990000004')));
  sealPlainDrafts(drafts);
  expect([drafts.read(PLACE)?.values, stored.has(key)]).toEqual([later.values, false]);
  stored.set(key, JSON.stringify(draft('0990000004')));
  drafts.remove(PLACE);
  expect(stored.has(key)).toBe(false);
});

// proves D5
test('an unsealed draft stays as it is if localStorage has no room for the sealed one', async () => {
  const { drafts } = await page();
  const { sealPlainDrafts } = await import('./sealed-drafts.ts');
  const key = `libreta.draft.rosa.${PLACE}`;
  stored.set(key, JSON.stringify(draft('0990000004')));
  const giveRoom = fill();
  sealPlainDrafts(drafts);
  expect([...stored.keys()]).toEqual([key]);
  giveRoom();
  sealPlainDrafts(drafts);
  expect([...stored.keys()]).toEqual([expect.not.stringContaining('rosa')]);
  expect(drafts.read(PLACE)?.values).toEqual({ celular: '0990000004' });
});
