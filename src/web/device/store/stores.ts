import type { KdfParameters } from '#web/device/crypto/argon.ts';
import type { Bytes } from '#web/device/crypto/bytes.ts';

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

/** By kind, the rows of the database that says whose vaults are here. */
interface DeviceRows {
  equipo: DeviceEntry;
  bovedas: VaultEntry;
}

/** By kind, the rows of the database of a vault. */
interface VaultRows {
  /** A booklet each: who, the change that it holds, and its content. */
  libretas: { persona: string; tipo: string; cambio: string; sellado: Bytes };
  /** The rows of lists, in buckets by the first letters of the id. */
  indice: { cubo: number; sellado: Bytes };
  /** One value each: where the feed was left, the lists of options, what the server said last. */
  estado: { clave: string; sellado: Bytes };
  /** What waits to be sent, in the order in which it was written; of a batch that is frozen, as it is sent. */
  salida: { orden: number; sellado: Bytes };
  /** What was sent, or given up, and when: for a while. */
  enviados: { op: string; cuando: number; sellado: Bytes };
  /** How often what waits was changed: by it each page sees whether it knows all of it. */
  marcas: { clave: string; numero: number };
  /** What localStorage holds of drafts as well, sealed as there: it reaches the disk much later. */
  borradores: { nombre: string; texto: string };
  /** Room that is given up when there is none left, so that what is recorded can still be kept. */
  reserva: { clave: string; bytes: Bytes };
}

type Key = string | number;

/** By kind, rows that are put in place of those under the same key, and then the keys of rows that go. */
export type Change<Rows> = {
  readonly [Kind in keyof Rows]?: { readonly put?: readonly Rows[Kind][]; readonly drop?: readonly Key[] };
};

/**
 * An open database. What one call writes is kept whole, or not at all, whatever ends it; calls that write to the same kind do so one
 * after the other, in whatever page, and who reads afterwards finds it. Each call throws a DOMException: QuotaExceededError where there
 * is no room, InvalidStateError once the database is closed, AbortError where the browser breaks it off.
 */
export interface Stores<Rows> {
  get<Kind extends keyof Rows>(kind: Kind, key: Key): Promise<Rows[Kind] | undefined>;
  /** Whether there is such a row, which is not read. */
  has(kind: keyof Rows, key: Key): Promise<boolean>;
  /** In the order of their keys. */
  all<Kind extends keyof Rows>(kind: Kind): Promise<Rows[Kind][]>;
  /** As `all`, one row after the other: they may be more than fit into memory. */
  each<Kind extends keyof Rows>(kind: Kind, visit: (row: Rows[Kind]) => void): Promise<void>;
  /** @param strict whether it is on the disk when this answers, so that a power cut leaves it */
  write(change: Change<Rows>, how?: { readonly strict: boolean }): Promise<void>;
  /**
   * Writes what follows from all rows of a kind, as they are then: nobody writes in between. On the disk when this answers.
   * @param kinds the one that is read, and the others that may be written
   * @param decide gives what is to be answered, and what is to be written
   */
  change<Kind extends keyof Rows, T>(
    kinds: readonly [Kind, ...(keyof Rows)[]],
    decide: (rows: readonly Rows[Kind][]) => readonly [answer: T, change?: Change<Rows>],
  ): Promise<T>;
  /** What was begun before is done. */
  close(): void;
}

export type DeviceStores = Stores<DeviceRows>;
export type VaultStores = Stores<VaultRows>;

/**
 * Where a device keeps everything. An open database is closed when a newer version of the application opens it, or it is dropped: nobody
 * is kept waiting. Opening throws NewerDatabase where a newer version wrote it, and a DOMException where the browser keeps nothing.
 */
export interface Disk {
  /** For a sign-in, which alone makes databases. */
  makeDevice(): Promise<DeviceStores>;
  /** @returns null where there is none: looking makes nothing, so what was wiped stays away */
  openDevice(): Promise<DeviceStores | null>;
  /** Has the database of a vault there, in the latest version; see `readyVault`. */
  makeVault(id: string): Promise<void>;
  /** @param onClosed called once it was closed for somebody else @throws VaultGone where there is none */
  openVault(id: string, onClosed?: () => void): Promise<VaultStores>;
  /** The ids of all vaults that have a database here; none where the browser does not say. */
  vaults(): Promise<string[]>;
  /** Leaves nothing of it. Waits for whoever does not let go of it. */
  dropDevice(): Promise<void>;
  dropVault(id: string): Promise<void>;
}

/** The vault was taken off the device. */
export class VaultGone extends Error {}
