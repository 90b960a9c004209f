import { sealingPlace, sealJson, unsealJson } from '#web/device/crypto/cipher.ts';
import { withPageLock } from '#web/device/pages/page-locks.ts';
import { onPageMessage, postToPages } from '#web/device/pages/pages.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { VaultDeleted, type VaultStores } from '#web/device/store/stores.ts';
import type { NoteKeeper } from '#web/lib/note-keeper.ts';

const keyOf = (name: string) => `nota.${name}`;

function noNote(error: unknown): null {
  if (error instanceof VaultDeleted) return null;
  throw error;
}

/** Notes in the vault's database, sealed with its data key. The database is opened for each access, so that nothing keeps it from being wiped. */
export function sealedNotes({ id, datos }: OpenVault): NoteKeeper {
  const placeOf = (key: string) => sealingPlace(id, 'estado', key);

  async function inVault<T>(work: (stores: VaultStores) => Promise<T>): Promise<T> {
    const stores = await disk.openVault(id);
    return work(stores).finally(stores.close);
  }

  async function stored(stores: VaultStores, key: string): Promise<unknown> {
    const row = await stores.get('estado', key);
    // What was sealed elsewhere or changed since counts as missing.
    return row ? unsealJson(datos, placeOf(key), row.sellado).catch(() => null) : null;
  }

  async function replace(stores: VaultStores, clave: string, note: unknown): Promise<void> {
    const estado =
      note === null ? { drop: [clave] } : { put: [{ clave, sellado: await sealJson(datos, placeOf(clave), note) }] };
    await stores.write({ estado }, { strict: true });
  }

  return {
    read: (name) => inVault((stores) => stored(stores, keyOf(name))).catch(noNote),
    change: (name, by) =>
      withPageLock('notes', id, () =>
        inVault(async (stores) => {
          const note = by(await stored(stores, keyOf(name)));
          await replace(stores, keyOf(name), note);
          postToPages({ type: 'notes', vault: id });
          return note;
        }),
      ),
    onChange: (listener) =>
      onPageMessage((message) => {
        if (message.type === 'notes' && message.vault === id) listener();
      }),
  };
}
