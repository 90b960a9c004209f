import type { AnswerOf } from '#domain/calls/define-call.ts';
import type { deviceKey } from '#domain/calls/devices.ts';
import type { Session } from '#domain/calls/session.ts';
import { now } from '#domain/clock.ts';
import type { Bytes } from '#web/device/crypto/bytes.ts';
import { fromText } from '#web/device/crypto/bytes.ts';
import {
  derivedBits,
  KEY_BYTES,
  keysOf,
  placeOf,
  randomBytes,
  seal,
  sealingKey,
  sealJson,
  unseal,
  unsealJson,
} from '#web/device/crypto/cipher.ts';
import { newPasswordKey } from '#web/device/crypto/kdf.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { addVault, changeVault, keptTag } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { type VaultEntry, VaultGone, type VaultStores } from '#web/device/store/stores.ts';
import { asSession } from '#web/lib/session.ts';

/** What the server gives to somebody who signed in, for one device. */
type ServerKeys = AnswerOf<typeof deviceKey>;

/** A password that the server accepted. */
export interface Accepted {
  readonly session: Session;
  readonly password: string;
  /** Whether none was accepted after it. */
  isLast(): boolean;
}

/** What lets a person in again: sealed with everything else. */
export interface KeptSession {
  session: Session;
  /** A renewal ticket, if there is one that may still be good. */
  ficha: string | null;
}

const SESSION = 'sesion';

const serverKey = async (llave: string): Promise<CryptoKey> => sealingKey(await derivedBits(fromText(llave), 'llave'));

const byPassword = async (id: string, password: string, dataKey: Bytes) => {
  const { key, parameters } = await newPasswordKey(password);
  return { kdf: parameters, porClave: await seal(await sealingKey(key), placeOf(id, 'bovedas', 'porClave'), dataKey) };
};

const byServer = async (id: string, llave: string, dataKey: Bytes) =>
  seal(await serverKey(llave), placeOf(id, 'bovedas', 'porServidor'), dataKey);

const opened = async ({ id, usuario }: VaultEntry, dataKey: Bytes): Promise<OpenVault> => ({
  id,
  usuario,
  ...(await keysOf(dataKey)),
});

/** No password was wrong lately. */
const forgiven = { intentos: 0, esperarHasta: 0 };
export const forgive = (id: string): Promise<unknown> => changeVault(id, (entry) => ({ ...entry, ...forgiven }));

/** When the server last knew her, and for how long that is enough. */
const met = (dias: number) => ({ contacto: now().getTime(), dias });

/** The vault of somebody who has none here; the one that another tab has just made, where there is one. */
export async function makeVault(accepted: Accepted, keys: ServerKeys): Promise<OpenVault> {
  const { session, password } = accepted;
  const dataKey = randomBytes(KEY_BYTES);
  const id = crypto.randomUUID();
  const entry = await addVault({
    id,
    usuario: session._id,
    etiqueta: await keptTag(session),
    ...(await byPassword(id, password, dataKey)),
    porServidor: await byServer(id, keys.llave, dataKey),
    ...forgiven,
    ...met(keys.dias),
    pendientes: 0,
  });
  return entry.id === id ? opened(entry, dataKey) : openByServer(entry, accepted, keys);
}

const dataKeyByPassword = async ({ id, porClave }: VaultEntry, key: Bytes) => {
  if (!porClave) throw new DOMException('no password opens it', 'OperationError');
  return unseal(await sealingKey(key), placeOf(id, 'bovedas', 'porClave'), porClave);
};

const dataKeyByServer = async ({ id, porServidor }: VaultEntry, llave: string) =>
  unseal(await serverKey(llave), placeOf(id, 'bovedas', 'porServidor'), porServidor);

/** @throws DOMException OperationError when it is not the key of this vault's password */
export const openByPassword = async (entry: VaultEntry, key: Bytes): Promise<OpenVault> =>
  opened(entry, await dataKeyByPassword(entry, key));

/**
 * Opens a vault with the server's key and has this password open it from now on, unless another one was accepted after it.
 * @throws DOMException OperationError when it is not the key of this vault
 */
export async function openByServer(
  entry: VaultEntry,
  { session, password, isLast }: Accepted,
  { llave, dias }: ServerKeys,
): Promise<OpenVault> {
  const dataKey = await dataKeyByServer(entry, llave);
  const wrapped = await byPassword(entry.id, password, dataKey);
  const etiqueta = await keptTag(session);
  await changeVault(entry.id, (before) =>
    isLast() ? { ...before, ...wrapped, etiqueta, ...forgiven, ...met(dias) } : before,
  );
  return opened(entry, dataKey);
}

/** After the password has opened it and the server was there: its key opens it too, also where it has given another one since. */
export async function noteServer(
  entry: VaultEntry,
  session: Session,
  key: Bytes,
  { llave, dias }: ServerKeys,
): Promise<void> {
  const opens = await dataKeyByServer(entry, llave).then(
    () => true,
    () => false,
  );
  const renewed = opens ? {} : { porServidor: await byServer(entry.id, llave, await dataKeyByPassword(entry, key)) };
  const etiqueta = await keptTag(session);
  await changeVault(entry.id, (before) => ({ ...before, ...renewed, etiqueta, ...forgiven, ...met(dias) }));
}

/** The server knew her just now. */
export const noteContact = (id: string, dias: number): Promise<unknown> =>
  changeVault(id, (entry) => ({ ...entry, ...met(dias) }));

/** @returns undefined where the vault was taken off the device */
async function withStores<T>({ id }: OpenVault, work: (db: VaultStores) => Promise<T>): Promise<T | undefined> {
  let db: VaultStores | undefined;
  try {
    db = await disk.openVault(id);
    return await work(db);
  } catch (error) {
    if (error instanceof VaultGone) return undefined;
    throw error;
  } finally {
    db?.close();
  }
}

/** Seals what lets her in again, in place of what was there before: on the disk when it answers. Of a vault that is gone nothing is. */
export async function keepSession(vault: OpenVault, kept: KeptSession): Promise<void> {
  const sellado = await sealJson(vault.datos, placeOf(vault.id, 'estado', SESSION), kept);
  await withStores(vault, (db) => db.write({ estado: { put: [{ clave: SESSION, sellado }] } }, { strict: true }));
}

/** @returns null where nothing was sealed, or what cannot be read */
export async function keptSession(vault: OpenVault): Promise<KeptSession | null> {
  const row = await withStores(vault, (db) => db.get('estado', SESSION));
  const value =
    row && (await unsealJson(vault.datos, placeOf(vault.id, 'estado', SESSION), row.sellado).catch(() => null));
  if (typeof value !== 'object' || value === null) return null;
  const { session, ficha } = value as { session?: unknown; ficha?: unknown };
  const known = asSession(session);
  return known && { session: known, ficha: typeof ficha === 'string' ? ficha : null };
}
