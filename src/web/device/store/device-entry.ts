import type { Bytes } from '#web/device/crypto/bytes.ts';
import { bytesOf, toText } from '#web/device/crypto/bytes.ts';
import { KEY_BYTES, randomBytes } from '#web/device/crypto/cipher.ts';
import { distinctPrefix, findByTag } from '#web/device/crypto/tags.ts';
import { withPageLock } from '#web/device/pages/page-locks.ts';
import { markDevice } from '#web/lib/device-mark.ts';
import { disk } from './indexed-disk.ts';
import { freeReserve, withRoom } from './reserve.ts';
import { copiedVaults, copyVault, dropCopy } from './second-copy.ts';
import { type DeviceEntry, type DeviceStores, isInterrupted, type VaultEntry } from './stores.ts';

const newEntry = (sal: Bytes): DeviceEntry => ({
  clave: 'equipo',
  id: crypto.randomUUID(),
  secreto: toText(randomBytes(KEY_BYTES)),
  sal,
});

async function runAndClose<T>(db: DeviceStores, work: (db: DeviceStores) => Promise<T>): Promise<T> {
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** As `disk.openDevice`, after a restoration if the browser deleted the databases. */
async function openDevice(): Promise<DeviceStores | null> {
  const db = await disk.openDevice();
  if ((await db?.get('equipo', 'equipo')) || copiedVaults().length === 0) return db;
  db?.close();
  const { restoreFromCopy } = await import('./restore-copy.ts');
  await restoreFromCopy();
  return disk.openDevice();
}

const withDevice = async <T>(work: (db: DeviceStores) => Promise<T>): Promise<T> =>
  runAndClose((await openDevice()) ?? (await disk.makeDevice()), work);

/** As `withDevice`, but creates no device. `Clear-Site-Data` aborts open transactions; the second try then finds no database. */
async function withExistingDevice<T>(work: (db: DeviceStores) => Promise<T>): Promise<T | undefined> {
  const once = async () => {
    const db = await openDevice();
    return db ? runAndClose(db, work) : undefined;
  };
  try {
    return await once();
  } catch (error) {
    if (isInterrupted(error)) return once();
    throw error;
  }
}

const withWrite = (entry: DeviceEntry) => [entry, { equipo: { put: [entry] } }] as const;

export const thisDevice = (): Promise<DeviceEntry> =>
  withDevice(async (db) => {
    const entry = await db.change(['equipo'], ([existing]) =>
      existing ? [existing] : withWrite(newEntry(randomBytes(KEY_BYTES))),
    );
    markDevice();
    return entry;
  });

export const existingDevice = (): Promise<DeviceEntry | undefined> =>
  withExistingDevice((db) => db.get('equipo', 'equipo'));

/** Gives the device a new id because another device uses this one. The salt stays, so vaults are still found. */
export const renameDevice = (): Promise<DeviceEntry> =>
  withDevice(async (db) => {
    const entry = await db.change(['equipo'], ([existing]) =>
      withWrite(newEntry(existing?.sal ?? randomBytes(KEY_BYTES))),
    );
    for (const vault of await db.all('bovedas')) copyVault(entry, vault);
    return entry;
  });

async function tagOf({ sal }: DeviceEntry, cedula: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', sal, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return toText(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(cedula.trim()))));
}

export const allVaults = async (): Promise<VaultEntry[]> => (await withExistingDevice((db) => db.all('bovedas'))) ?? [];

export const vaultOf = async (usuario: string): Promise<VaultEntry | undefined> =>
  (await allVaults()).find((entry) => entry.usuario === usuario);

const vaultById = (id: string): Promise<VaultEntry | undefined> => withExistingDevice((db) => db.get('bovedas', id));

const aloneWith = <T>(id: string, work: () => Promise<T>): Promise<T> => withPageLock('vault', id, work);

/** Creates or upgrades the vault's database once a password opened it. @returns false when the vault was deleted meanwhile; it is not created again */
export const readyVault = (id: string): Promise<boolean> =>
  aloneWith(id, async () => {
    if (!(await vaultById(id))) return false;
    await disk.makeVault(id);
    return true;
  });

export async function vaultByCedula(cedula: string): Promise<VaultEntry | undefined> {
  const device = await existingDevice();
  return device && findByTag(await tagOf(device, cedula), await allVaults());
}

export async function tagPrefix({ _id, cedula }: { readonly _id: string; readonly cedula: string }): Promise<string> {
  const others = (await allVaults()).filter(({ usuario }) => usuario !== _id);
  return distinctPrefix(
    await tagOf(await thisDevice(), cedula),
    others.map(({ etiqueta }) => etiqueta),
  );
}

async function copied<T extends VaultEntry | undefined>(db: DeviceStores, entry: T): Promise<T> {
  const device = entry && (await db.get('equipo', 'equipo'));
  if (device) copyVault(device, entry);
  return entry;
}

/** @returns the stored entry: another tab may have added one first */
export const addVault = (entry: VaultEntry): Promise<VaultEntry> =>
  withDevice(async (db) =>
    copied(
      db,
      await db.change(['bovedas'], (all) => {
        const earlier = all.find(({ usuario }) => usuario === entry.usuario);
        return earlier ? [earlier] : [entry, { bovedas: { put: [entry] } }];
      }),
    ),
  );

const changeEntry = (id: string, change: (entry: VaultEntry) => VaultEntry): Promise<VaultEntry | undefined> =>
  withExistingDevice(async (db) =>
    copied(
      db,
      await db.change(['bovedas'], (all) => {
        const entry = all.find((one) => one.id === id);
        const next = entry && change(entry);
        // An unchanged entry is not written: a full disk refuses that too.
        return next && next !== entry ? [next, { bovedas: { put: [next] } }] : [next];
      }),
    ),
  );

async function freeReserveOf(id: string): Promise<void> {
  const vault = await disk.openVault(id);
  try {
    await freeReserve(vault);
  } finally {
    vault.close();
  }
}

/**
 * Changes an entry in one transaction, durable when it resolves; on a full disk it uses the vault's reserved space.
 * @returns undefined when the vault was deleted @throws DOMException QuotaExceededError
 */
export const changeVault = (id: string, change: (entry: VaultEntry) => VaultEntry): Promise<VaultEntry | undefined> =>
  withRoom(
    () => changeEntry(id, change),
    () => freeReserveOf(id),
  );

/** Deletes the entry with the wrapped keys first, so that nothing else of the vault can be decrypted. */
export const forgetVault = (id: string): Promise<void> =>
  aloneWith(id, () => {
    dropCopy(id);
    return withExistingDevice((db) => db.write({ bovedas: { drop: [id] } }, { strict: true }));
  });
