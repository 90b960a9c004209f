import type { DBSchema, IDBPDatabase } from 'idb';
import type { KdfParameters } from '#web/device/crypto/argon.ts';
import type { Bytes } from '#web/device/crypto/bytes.ts';
import { openDatabase, openKnownDatabase, type Step } from './database-versions.ts';

/**
 * What a device keeps, in two kinds of databases: one that says whose vaults are here, in the clear, for it is read before anything is
 * opened; and one for each vault, where everything but ids and numbers is sealed.
 */

export interface VaultEntry {
  /** A random name: it is also that of its database. */
  readonly id: string;
  /** The beginning of an HMAC of the cedula under the device's salt: who types it finds her vault, who reads the disk no cedula. */
  readonly etiqueta: string;
  /** Whose it is: a random id. */
  readonly usuario: string;
  readonly kdf: KdfParameters;
  /** The data key, sealed under the key made from the password; null once too many were tried. */
  porClave: Bytes | null;
  /** The data key, sealed under the key that only the server keeps. */
  porServidor: Bytes;
  /** Passwords tried since one was right, counted before the trial; and when another may be tried. */
  intentos: number;
  esperarHasta: number;
  /** When the server last knew her on this device, in milliseconds. */
  contacto: number;
  /** Days after which only the server opens it again. */
  dias: number;
  /** How much waits to be sent. */
  pendientes: number;
}

export interface DeviceEntry {
  readonly clave: 'equipo';
  readonly id: string;
  /** By which the server knows this device, without anybody signed in. */
  readonly secreto: string;
  /** For the tags of cedulas. */
  readonly sal: Bytes;
}

interface DeviceSchema extends DBSchema {
  equipo: { key: string; value: DeviceEntry };
  bovedas: { key: string; value: VaultEntry; indexes: { etiqueta: string; usuario: string } };
}
export type DeviceStores = IDBPDatabase<DeviceSchema>;

export const DEVICE = 'libreta-equipo';

/** Step n makes version n; none of them is ever changed (see `Step`). */
export const DEVICE_STEPS: readonly Step<DeviceSchema>[] = [
  (db) => {
    db.createObjectStore('equipo', { keyPath: 'clave' });
    const vaults = db.createObjectStore('bovedas', { keyPath: 'id' });
    vaults.createIndex('etiqueta', 'etiqueta');
    vaults.createIndex('usuario', 'usuario');
  },
];

/** For a sign-in, which alone makes databases. @throws NewerDatabase */
export const makeDevice = (): Promise<DeviceStores> => openDatabase(DEVICE, DEVICE_STEPS);

/** @returns null where there is none: looking makes nothing, so what was wiped stays away @throws NewerDatabase */
export const openKnownDevice = (): Promise<DeviceStores | null> => openKnownDatabase(DEVICE, DEVICE_STEPS);

interface VaultSchema extends DBSchema {
  /** A booklet each: who, the change that it holds, and its content. */
  libretas: { key: string; value: { persona: string; tipo: string; cambio: string; sellado: Bytes } };
  /** The rows of lists, in buckets by the first letters of the id. */
  indice: { key: number; value: { cubo: number; sellado: Bytes } };
  /** One value each: where the feed was left, the lists of options, what the server said last. */
  estado: { key: string; value: { clave: string; sellado: Bytes } };
  /** What waits to be sent, in the order in which it was written. */
  salida: { key: number; value: { orden: number; sellado: Bytes } };
  /** What was sent, or given up, and when: for a while. */
  enviados: { key: string; value: { op: string; cuando: number; sellado: Bytes } };
  /** How often what waits was changed: by it each page sees whether it knows all of it. */
  marcas: { key: string; value: { clave: string; numero: number } };
  /** What localStorage holds of drafts as well, sealed as there: it reaches the disk much later. */
  borradores: { key: string; value: { nombre: string; texto: string } };
  /** Room that is given up when there is none left, so that what is recorded can still be kept. */
  reserva: { key: string; value: { clave: string; bytes: Bytes } };
}
export type VaultStores = IDBPDatabase<VaultSchema>;

export const vaultDatabase = (id: string) => `libreta-${id}`;

/** Step n makes version n; none of them is ever changed (see `Step`). */
export const VAULT_STEPS: readonly Step<VaultSchema>[] = [
  (db) => {
    db.createObjectStore('libretas', { keyPath: 'persona' });
    db.createObjectStore('indice', { keyPath: 'cubo' });
    db.createObjectStore('estado', { keyPath: 'clave' });
  },
  (db) => {
    db.createObjectStore('salida', { keyPath: 'orden' });
    db.createObjectStore('enviados', { keyPath: 'op' });
    db.createObjectStore('marcas', { keyPath: 'clave' });
    db.createObjectStore('reserva', { keyPath: 'clave' });
  },
  (db) => {
    db.createObjectStore('borradores', { keyPath: 'nombre' });
  },
];

/** For a sign-in, which alone makes databases; see `readyVault`. @throws NewerDatabase */
export const makeVaultStores = (id: string): Promise<VaultStores> => openDatabase(vaultDatabase(id), VAULT_STEPS);

/** The vault was taken off the device. */
export class VaultGone extends Error {}

/**
 * @param onOld called when a newer page has changed the database, or one has taken it away: this connection is closed by then
 * @throws VaultGone where there is none, NewerDatabase
 */
export async function openVaultStores(id: string, onOld?: () => void): Promise<VaultStores> {
  const stores = await openKnownDatabase(vaultDatabase(id), VAULT_STEPS, onOld);
  if (!stores) throw new VaultGone();
  return stores;
}
