import type { KdfParameters } from '#web/device/crypto/argon.ts';
import type { Bytes } from '#web/device/crypto/bytes.ts';

/** The device has two kinds of databases: one lists its vaults in the clear; each vault has one, where all but ids and numbers is encrypted. */

export interface VaultEntry {
  readonly id: string;
  /** A prefix of the HMAC of the cedula under the device's salt: too short to recover the cedula from the disk. */
  readonly etiqueta: string;
  readonly usuario: string;
  readonly kdf: KdfParameters;
  /** The data key wrapped with the password's key; null after too many wrong passwords. */
  porClave: Bytes | null;
  /** The data key wrapped with a key that only the server stores. */
  porServidor: Bytes;
  /** Wrong passwords since the last right one, counted before each try; and the earliest time of the next try. */
  intentos: number;
  esperarHasta: number;
  contacto: number;
  dias: number;
  pendientes: number;
}

export interface DeviceEntry {
  readonly clave: 'equipo';
  readonly id: string;
  /** Authenticates the device to the server without a session. */
  readonly secreto: string;
  readonly sal: Bytes;
}

interface DeviceRows {
  equipo: DeviceEntry;
  bovedas: VaultEntry;
}

interface VaultRows {
  libretas: { persona: string; tipo: string; cambio: string; sellado: Bytes };
  indice: { cubo: number; sellado: Bytes };
  estado: { clave: string; sellado: Bytes };
  /** Pending operations in order; those of a frozen batch as they are sent. */
  salida: { orden: number; sellado: Bytes };
  enviados: { op: string; cuando: number; sellado: Bytes };
  marcas: { clave: string; numero: number };
  /** Copies of drafts: IndexedDB reaches the disk sooner than localStorage. */
  borradores: { nombre: string; texto: string };
  reserva: { clave: string; bytes: Bytes };
}

type Key = string | number;

export type StoreChange<Rows> = {
  readonly [Kind in keyof Rows]?: { readonly put?: readonly Rows[Kind][]; readonly drop?: readonly Key[] };
};

/**
 * Calls are atomic, and serialised per kind over all pages. A vault that the browser closed, as it does when the disk is full, is opened again.
 * @throws DOMException QuotaExceededError, InvalidStateError once this page closed it, AbortError when the browser ended the transaction; NewerDatabase, VaultDeleted when opened again
 */
export interface Stores<Rows> {
  get<Kind extends keyof Rows>(kind: Kind, key: Key): Promise<Rows[Kind] | undefined>;
  has(kind: keyof Rows, key: Key): Promise<boolean>;
  all<Kind extends keyof Rows>(kind: Kind): Promise<Rows[Kind][]>;
  /** As `all`, but one row at a time: all may not fit into memory. */
  each<Kind extends keyof Rows>(kind: Kind, visit: (row: Rows[Kind]) => void): Promise<void>;
  /** @param strict durable when it resolves, even after a power cut */
  write(change: StoreChange<Rows>, how?: { readonly strict: boolean }): Promise<void>;
  /** Reads all rows of the first kind and writes what `decide` returns in one durable transaction; `kinds` lists all that may be written. */
  change<Kind extends keyof Rows, T>(
    kinds: readonly [Kind, ...(keyof Rows)[]],
    decide: (rows: readonly Rows[Kind][]) => readonly [answer: T, change?: StoreChange<Rows>],
  ): Promise<T>;
  close(): void;
}

export type DeviceStores = Stores<DeviceRows>;
export type VaultStores = Stores<VaultRows>;

/** Connections close for an upgrade or deletion. @throws NewerDatabase for a later version, DOMException when the browser stores nothing */
export interface Disk {
  makeDevice(): Promise<DeviceStores>;
  /** @returns null instead of creating one: a wiped database must not reappear */
  openDevice(): Promise<DeviceStores | null>;
  makeVault(id: string): Promise<void>;
  openVault(id: string, onClosed?: () => void): Promise<VaultStores>;
  /** Ids of the vaults that have a database; empty where the browser cannot list them. */
  vaults(): Promise<string[]>;
  dropDevice(): Promise<void>;
  dropVault(id: string): Promise<void>;
}

export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Whether the browser ended a transaction or an opening, as Chromium does when it deletes the site's databases. */
export const isInterrupted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export class VaultDeleted extends Error {
  constructor() {
    super('The vault is not on this device any more');
    this.name = 'VaultDeleted';
  }
}
