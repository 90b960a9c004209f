import type { Bytes } from '#web/device/crypto/bytes.ts';
import { bytesOf, toText } from '#web/device/crypto/bytes.ts';
import { KEY_BYTES, randomBytes } from '#web/device/crypto/cipher.ts';
import { foundBy, keptOf } from '#web/device/crypto/tags.ts';
import { alone } from '#web/device/pages/alone.ts';
import { markDevice } from '#web/lib/device-mark.ts';
import { disk } from './indexed-disk.ts';
import type { DeviceEntry, DeviceStores, VaultEntry } from './stores.ts';

const newEntry = (sal: Bytes): DeviceEntry => ({
  clave: 'equipo',
  id: crypto.randomUUID(),
  secreto: toText(randomBytes(KEY_BYTES)),
  sal,
});

async function closing<T>(db: DeviceStores, work: (db: DeviceStores) => Promise<T>): Promise<T> {
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** Does something with what the device knows of itself and its vaults, of whoever signs in. @throws DOMException where the browser keeps nothing */
const withDevice = async <T>(work: (db: DeviceStores) => Promise<T>): Promise<T> =>
  closing(await disk.makeDevice(), work);

/**
 * As `withDevice`, where there is a device; where there is none, none is made.
 * A browser that is asked to clear a site (`Clear-Site-Data`) closes its databases and breaks off what is under way in them. Nothing of
 * that was done, and a second try finds the database gone. A sign-in is not tried again: it would make anew what was just cleared.
 */
async function withKnownDevice<T>(work: (db: DeviceStores) => Promise<T>): Promise<T | undefined> {
  const once = async () => {
    const db = await disk.openDevice();
    return db ? closing(db, work) : undefined;
  };
  try {
    return await once();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return once();
    throw error;
  }
}

const made = (entry: DeviceEntry) => [entry, { equipo: { put: [entry] } }] as const;

/** What the device is; made up when somebody first signs in. */
export const thisDevice = (): Promise<DeviceEntry> =>
  withDevice(async (db) => {
    const entry = await db.change(['equipo'], ([known]) => (known ? [known] : made(newEntry(randomBytes(KEY_BYTES)))));
    markDevice();
    return entry;
  });

/** What the device is, if it ever had a vault. */
export const knownDevice = (): Promise<DeviceEntry | undefined> => withKnownDevice((db) => db.get('equipo', 'equipo'));

/** Another device for the server: someone else came with this one's id first. Vaults are found as before. */
export const renameDevice = (): Promise<DeviceEntry> =>
  withDevice((db) => db.change(['equipo'], ([known]) => made(newEntry(known?.sal ?? randomBytes(KEY_BYTES)))));

/** HMAC-SHA-256 of a cedula under the device's salt. */
async function tagOf({ sal }: DeviceEntry, cedula: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', sal, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return toText(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(cedula.trim()))));
}

export const allVaults = async (): Promise<VaultEntry[]> => (await withKnownDevice((db) => db.all('bovedas'))) ?? [];

export const vaultOf = async (usuario: string): Promise<VaultEntry | undefined> =>
  (await allVaults()).find((entry) => entry.usuario === usuario);

const vaultById = (id: string): Promise<VaultEntry | undefined> => withKnownDevice((db) => db.get('bovedas', id));

/** Alone with a vault: made and taken away it is one after the other. */
const aloneWith = <T>(id: string, work: () => Promise<T>): Promise<T> => alone('vault', id, work);

/** Has the database of a vault there, for whoever signs in. @returns false where the vault was taken away meanwhile: it stays away */
export const readyVault = (id: string): Promise<boolean> =>
  aloneWith(id, async () => {
    if (!(await vaultById(id))) return false;
    await disk.makeVault(id);
    return true;
  });

/** Whose cedula it is says which vault: nobody's, where she has none here. */
export async function vaultByCedula(cedula: string): Promise<VaultEntry | undefined> {
  const device = await knownDevice();
  return device && foundBy(await tagOf(device, cedula), await allVaults());
}

/** What is kept of the tag of somebody's cedula, by which her vault is found here. */
export async function keptTag({ _id, cedula }: { readonly _id: string; readonly cedula: string }): Promise<string> {
  const others = (await allVaults()).filter(({ usuario }) => usuario !== _id);
  return keptOf(
    await tagOf(await thisDevice(), cedula),
    others.map(({ etiqueta }) => etiqueta),
  );
}

/** @returns the one that is there from now on: another tab may have made one first */
export const addVault = (entry: VaultEntry): Promise<VaultEntry> =>
  withDevice((db) =>
    db.change(['bovedas'], (all) => {
      const earlier = all.find(({ usuario }) => usuario === entry.usuario);
      return earlier ? [earlier] : [entry, { bovedas: { put: [entry] } }];
    }),
  );

/**
 * Changes what is known of a vault in one step, whoever else does so at the same time; on the disk before it answers.
 * @returns the vault as it is now, or undefined when it is gone
 */
export const changeVault = (id: string, change: (entry: VaultEntry) => VaultEntry): Promise<VaultEntry | undefined> =>
  withKnownDevice((db) =>
    db.change(['bovedas'], (all) => {
      const entry = all.find((one) => one.id === id);
      const next = entry && change(entry);
      return next ? [next, { bovedas: { put: [next] } }] : [undefined];
    }),
  );

/** Who its password opens is gone from the disk before anything else of it goes. */
export const forgetVault = (id: string): Promise<void> =>
  aloneWith(id, () => withKnownDevice((db) => db.write({ bovedas: { drop: [id] } }, { strict: true })));
