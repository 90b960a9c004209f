import type { CallAnswer } from '#domain/calls/define-call.ts';
import type { deviceKey } from '#domain/calls/devices.ts';
import type { Session } from '#domain/calls/session.ts';
import { now } from '#domain/clock.ts';
import type { Bytes } from '#web/device/crypto/bytes.ts';
import { fromText } from '#web/device/crypto/bytes.ts';
import {
  derivedBits,
  KEY_BYTES,
  keysOf,
  randomBytes,
  seal,
  sealingKey,
  sealingPlace,
  sealJson,
  unseal,
  unsealJson,
} from '#web/device/crypto/cipher.ts';
import type { newPasswordKey } from '#web/device/crypto/kdf.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { addVault, changeVault, tagPrefix } from '#web/device/store/device-entry.ts';
import { disk } from '#web/device/store/indexed-disk.ts';
import { VaultDeleted, type VaultEntry, type VaultStores } from '#web/device/store/stores.ts';
import { asSession } from '#web/lib/session.ts';

export type ServerKeys = CallAnswer<typeof deviceKey>;

export interface AcceptedPassword {
  readonly session: Session;
  /** A new key derived from the password. */
  readonly newKey: () => ReturnType<typeof newPasswordKey>;
  isLast(): boolean;
}

export interface VaultSession {
  session: Session;
  ficha: string | null;
}

const SESSION = 'sesion';

const serverKey = async (llave: string): Promise<CryptoKey> => sealingKey(await derivedBits(fromText(llave), 'llave'));

const wrapByPassword = async (id: string, newKey: AcceptedPassword['newKey'], dataKey: Bytes) => {
  const { key, parameters } = await newKey();
  return {
    kdf: parameters,
    porClave: await seal(await sealingKey(key), sealingPlace(id, 'bovedas', 'porClave'), dataKey),
  };
};

const wrapByServer = async (id: string, llave: string, dataKey: Bytes) =>
  seal(await serverKey(llave), sealingPlace(id, 'bovedas', 'porServidor'), dataKey);

const toOpenVault = async ({ id, usuario }: VaultEntry, dataKey: Bytes): Promise<OpenVault> => ({
  id,
  usuario,
  ...(await keysOf(dataKey)),
});

const NO_ATTEMPTS = { intentos: 0, esperarHasta: 0 };
export const resetAttempts = (id: string): Promise<unknown> =>
  changeVault(id, (entry) => ({ ...entry, ...NO_ATTEMPTS }));

const contactNow = (dias: number) => ({ contacto: now().getTime(), dias });

/** Creates the account's vault, or opens the one that another tab has just created. */
export async function makeVault(accepted: AcceptedPassword, keys: ServerKeys): Promise<OpenVault> {
  const { session, newKey } = accepted;
  const dataKey = randomBytes(KEY_BYTES);
  const id = crypto.randomUUID();
  const entry = await addVault({
    id,
    usuario: session._id,
    etiqueta: await tagPrefix(session),
    ...(await wrapByPassword(id, newKey, dataKey)),
    porServidor: await wrapByServer(id, keys.llave, dataKey),
    ...NO_ATTEMPTS,
    ...contactNow(keys.dias),
    pendientes: 0,
  });
  return entry.id === id ? toOpenVault(entry, dataKey) : openByServer(entry, accepted, keys);
}

const dataKeyByPassword = async ({ id, porClave }: VaultEntry, key: Bytes) => {
  if (!porClave) throw new DOMException('no password opens it', 'OperationError');
  return unseal(await sealingKey(key), sealingPlace(id, 'bovedas', 'porClave'), porClave);
};

const dataKeyByServer = async ({ id, porServidor }: VaultEntry, llave: string) =>
  unseal(await serverKey(llave), sealingPlace(id, 'bovedas', 'porServidor'), porServidor);

/** @throws DOMException OperationError when the key is not that of the vault's password */
export const openByPassword = async (entry: VaultEntry, key: Bytes): Promise<OpenVault> =>
  toOpenVault(entry, await dataKeyByPassword(entry, key));

/** Opens a vault with the server's key and rewraps it for the new password unless a later one was accepted. @throws DOMException OperationError */
export async function openByServer(
  entry: VaultEntry,
  { session, newKey, isLast }: AcceptedPassword,
  { llave, dias }: ServerKeys,
): Promise<OpenVault> {
  const dataKey = await dataKeyByServer(entry, llave);
  const wrapped = await wrapByPassword(entry.id, newKey, dataKey);
  const etiqueta = await tagPrefix(session);
  await changeVault(entry.id, (before) =>
    isLast() ? { ...before, ...wrapped, etiqueta, ...NO_ATTEMPTS, ...contactNow(dias) } : before,
  );
  return toOpenVault(entry, dataKey);
}

/** After an opening by password: wraps the data key for the server again when the server's key has changed. */
export async function updateServerKey(
  entry: VaultEntry,
  session: Session,
  key: Bytes,
  { llave, dias }: ServerKeys,
): Promise<void> {
  const opens = await dataKeyByServer(entry, llave).then(
    () => true,
    () => false,
  );
  const renewed = opens
    ? {}
    : { porServidor: await wrapByServer(entry.id, llave, await dataKeyByPassword(entry, key)) };
  const etiqueta = await tagPrefix(session);
  await changeVault(entry.id, (before) => ({ ...before, ...renewed, etiqueta, ...NO_ATTEMPTS, ...contactNow(dias) }));
}

export const saveContact = (id: string, dias: number): Promise<unknown> =>
  changeVault(id, (entry) => ({ ...entry, ...contactNow(dias) }));

async function withStores<T>({ id }: OpenVault, work: (db: VaultStores) => Promise<T>): Promise<T | undefined> {
  let db: VaultStores | undefined;
  try {
    db = await disk.openVault(id);
    return await work(db);
  } catch (error) {
    if (error instanceof VaultDeleted) return undefined;
    throw error;
  } finally {
    db?.close();
  }
}

export async function saveVaultSession(vault: OpenVault, kept: VaultSession): Promise<void> {
  const sellado = await sealJson(vault.datos, sealingPlace(vault.id, 'estado', SESSION), kept);
  await withStores(vault, (db) => db.write({ estado: { put: [{ clave: SESSION, sellado }] } }, { strict: true }));
}

export async function readVaultSession(vault: OpenVault): Promise<VaultSession | null> {
  const row = await withStores(vault, (db) => db.get('estado', SESSION));
  const value =
    row && (await unsealJson(vault.datos, sealingPlace(vault.id, 'estado', SESSION), row.sellado).catch(() => null));
  if (typeof value !== 'object' || value === null) return null;
  const { session, ficha } = value as { session?: unknown; ficha?: unknown };
  const restored = asSession(session);
  return restored && { session: restored, ficha: typeof ficha === 'string' ? ficha : null };
}
