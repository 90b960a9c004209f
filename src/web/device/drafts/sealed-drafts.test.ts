import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { now } from '#domain/clock.ts';
import { randomBytes } from '#web/device/crypto/cipher.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { makeVaultStores } from '#web/device/store/stores.ts';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { openDraftCopies } from './draft-copies.ts';
import { sealedDrafts } from './sealed-drafts.ts';

vi.mock('./draft-copies.ts', { spy: true });

const PLACE = 'nino.0190a000-0000-7000-8000-000000000009';
const { texts: stored, storage } = memoryStorage();

let vault: OpenVault;
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', storage);
  stored.clear();
  vi.mocked(openDraftCopies).mockReset();
  vault = { id: '7d9f3a52-6c1e-4b0a-9f35-1f1b6d2c8e47', usuario: 'rosa', borradores: randomBytes(32) } as OpenVault;
  (await makeVaultStores(vault.id)).close();
});

const draft = (celular: string) => ({ values: { celular }, at: now().getTime() });

/** A draft that lies in localStorage and in the database, on a page that can go away before the database has written anything more. */
async function draftOnPageThatGoes() {
  const { openDraftCopies: open } = await vi.importActual<typeof import('./draft-copies.ts')>('./draft-copies.ts');
  const copies = await open(vault.id);
  let gone = false;
  vi.mocked(openDraftCopies).mockResolvedValueOnce({
    ...copies,
    put: (...copy) => (gone ? new Promise(() => undefined) : copies.put(...copy)),
  });
  const drafts = await sealedDrafts(vault);
  drafts.write(PLACE, draft('0990000002'));
  await expect.poll(() => copies.all()).toHaveLength(1);
  const go = () => {
    gone = true;
  };
  return { drafts, go };
}

test('a draft that is removed while the page goes away does not come back', async () => {
  const { drafts, go } = await draftOnPageThatGoes();
  go();
  drafts.remove(PLACE);
  const next = await sealedDrafts(vault);
  expect(next.read(PLACE)).toBeNull();
  // The database says so by now: nothing of it is left in localStorage.
  await expect.poll(() => stored.size).toBe(0);
  expect((await sealedDrafts(vault)).read(PLACE)).toBeNull();
});

test('a draft that is written again after one was removed is the one that counts', async () => {
  const { drafts, go } = await draftOnPageThatGoes();
  go();
  drafts.remove(PLACE);
  drafts.write(PLACE, { ...draft('0990000003'), at: now().getTime() + 1 });
  expect((await sealedDrafts(vault)).read(PLACE)?.values).toEqual({ celular: '0990000003' });
});

test('a draft that localStorage lost with a killed page comes back', async () => {
  await draftOnPageThatGoes();
  stored.clear();
  expect((await sealedDrafts(vault)).read(PLACE)?.values).toEqual({ celular: '0990000002' });
});
