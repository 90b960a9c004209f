import type { IDBPDatabase } from 'idb';
import { type MigrationStep, NewerDatabase } from '#web/device/store/database-versions.ts';
import { DEVICE, DEVICE_STEPS, VAULT_STEPS, vaultDatabase } from '#web/device/store/steps.ts';
import { type Disk, type StoreChange, type Stores, VaultDeleted } from '#web/device/store/stores.ts';

type Key = string | number;
type Row = Record<string, unknown>;

interface Connection {
  isOpen: boolean;
  readonly onClosed: (() => void) | undefined;
}

interface Database {
  version: number;
  /** Rows by kind, with the name of the key field. */
  readonly kinds: Map<string, { readonly field: string; rows: ReadonlyMap<Key, Row> }>;
  readonly connections: Set<Connection>;
  /** Resolves once a program that keeps the database open has closed it. */
  held: Promise<unknown> | undefined;
  /** Resolves once the pending drop is done. */
  going: Promise<void> | undefined;
}

/** The contents of a device, shared by its pages. `room` is its capacity in bytes. */
export const newMemory = () => ({ databases: new Map<string, Database>(), room: Number.POSITIVE_INFINITY });
export type Memory = ReturnType<typeof newMemory>;

/** An access to the disk, or to the server in tests that route those here too. */
export interface Effect {
  readonly does: 'open' | 'read' | 'write' | 'drop' | 'call';
  readonly kinds: readonly string[];
  readonly strict?: boolean;
}

/** Intercepts an access: it can delay, skip or replace it. */
export type Between = <T>(effect: Effect, act: () => T) => T | Promise<T>;

/** The kinds that the schema steps create, with their key fields. */
function kindsOf(steps: readonly MigrationStep[]): Database['kinds'] {
  const kinds: Database['kinds'] = new Map();
  const createObjectStore = (kind: string, { keyPath }: { keyPath: string }) => {
    kinds.set(kind, { field: keyPath, rows: new Map() });
    return { createIndex: () => undefined };
  };
  const made = { createObjectStore } as unknown as IDBPDatabase;
  for (const step of steps) step(made, undefined as unknown as Parameters<MigrationStep>[1]);
  return kinds;
}

const bytesOf = (row: Row | undefined): number =>
  Object.values(row ?? {}).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : (JSON.stringify(value)?.length ?? 0)),
    0,
  );

export const bytesIn = ({ databases }: Memory): number =>
  [...databases.values()]
    .flatMap(({ kinds }) => [...kinds.values()].flatMap(({ rows }) => [...rows.values()]))
    .reduce((sum, row) => sum + bytesOf(row), 0);

/** Closes every connection. */
function closeAll({ connections }: Database): void {
  for (const connection of connections) {
    connection.isOpen = false;
    connection.onClosed?.();
  }
  connections.clear();
}

/** Simulates a newer version of the application opening the database. */
export function upgrade({ databases }: Memory, name: string): void {
  const database = databases.get(name);
  if (!database) throw new Error(`there is no ${name}`);
  database.version += 1;
  closeAll(database);
}

/** Keeps the database open. @returns releases it */
export function hold({ databases }: Memory, name: string): () => void {
  let letGo = () => {};
  const database = databases.get(name);
  if (!database) throw new Error(`there is no ${name}`);
  database.held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return letGo;
}

/** @throws DOMException as a browser does without room or for a row that cannot be cloned */
function write<Rows>(memory: Memory, { kinds }: Database, change: StoreChange<Rows>): void {
  let grows = 0;
  const after = Object.entries<StoreChange<Rows>[keyof Rows]>(change).map(([kind, { put = [], drop = [] } = {}]) => {
    const { field = '', rows: before = new Map<Key, Row>() } = kinds.get(kind) ?? {};
    const rows = new Map(before);
    for (const row of structuredClone(put) as readonly Row[]) rows.set(row[field] as Key, row);
    for (const key of drop) rows.delete(key);
    for (const key of new Set([...before.keys(), ...rows.keys()]))
      if (before.get(key) !== rows.get(key)) grows += bytesOf(rows.get(key)) - bytesOf(before.get(key));
    return [kind, { field, rows }] as const;
  });
  if (grows > 0 && bytesIn(memory) + grows > memory.room) throw new DOMException('no room', 'QuotaExceededError');
  for (const [kind, kept] of after) kinds.set(kind, kept);
}

/** An in-memory disk for tests, under the same contract as IndexedDB. */
export function memoryDisk(memory: Memory, between: Between = (_, act) => act()): Disk {
  const { databases } = memory;

  function storesIn<Rows>(database: Database, onClosed?: () => void): Stores<Rows> {
    const connection: Connection = { isOpen: true, onClosed };
    database.connections.add(connection);
    const performed = async <T>(effect: Effect, act: () => T): Promise<T> => {
      if (!connection.isOpen) throw new DOMException('it is closed', 'InvalidStateError');
      return between(effect, act);
    };
    const rowsOf = (kind: keyof Rows) => {
      const { rows = new Map<Key, Row>() } = database.kinds.get(String(kind)) ?? {};
      const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
      return structuredClone(sorted) as Rows[keyof Rows][];
    };
    const rowAt = (kind: keyof Rows, key: Key) => database.kinds.get(String(kind))?.rows.get(key);
    const reads = (kind: keyof Rows): Effect => ({ does: 'read', kinds: [String(kind)] });
    const all = <Kind extends keyof Rows>(kind: Kind) => performed(reads(kind), () => rowsOf(kind) as Rows[Kind][]);

    return {
      get: <Kind extends keyof Rows>(kind: Kind, key: Key) =>
        performed(reads(kind), () => structuredClone(rowAt(kind, key)) as Rows[Kind] | undefined),
      has: (kind, key) => performed(reads(kind), () => rowAt(kind, key) !== undefined),
      all,
      each: async (kind, visit) => {
        for (const row of await all(kind)) visit(row);
      },
      write: (change, { strict } = { strict: false }) =>
        performed({ does: 'write', kinds: Object.keys(change), strict }, () => write(memory, database, change)),
      change: <Kind extends keyof Rows, T>(
        kinds: readonly [Kind, ...(keyof Rows)[]],
        decide: (rows: readonly Rows[Kind][]) => readonly [T, StoreChange<Rows>?],
      ) =>
        performed({ does: 'write', kinds: kinds.map(String), strict: true }, () => {
          const [answer, change = {}] = decide(rowsOf(kinds[0]) as Rows[Kind][]);
          write(memory, database, change);
          return answer;
        }),
      close: () => {
        connection.isOpen = false;
        database.connections.delete(connection);
      },
    };
  }

  const open = async (
    name: string,
    steps: readonly MigrationStep[],
    mayMake: boolean,
  ): Promise<Database | undefined> => {
    await databases.get(name)?.going;
    return between({ does: 'open', kinds: [name] }, () => {
      const database = databases.get(name);
      if (database && database.version > steps.length) throw new NewerDatabase();
      if (database || !mayMake) return database;
      const made: Database = {
        ...{ version: steps.length, kinds: kindsOf(steps), connections: new Set() },
        ...{ held: undefined, going: undefined },
      };
      databases.set(name, made);
      return made;
    });
  };

  const drop = async (name: string): Promise<void> => {
    await between({ does: 'drop', kinds: [name] }, () => {
      const database = databases.get(name);
      if (!database) return;
      closeAll(database);
      if (database.held) database.going ??= database.held.then(() => void databases.delete(name));
      else databases.delete(name);
    });
    await databases.get(name)?.going;
  };

  return {
    async makeDevice() {
      const database = await open(DEVICE, DEVICE_STEPS, true);
      if (!database) throw new Error('it was to be made');
      return storesIn(database);
    },
    async openDevice() {
      const database = await open(DEVICE, DEVICE_STEPS, false);
      return database ? storesIn(database) : null;
    },
    async makeVault(id) {
      await open(vaultDatabase(id), VAULT_STEPS, true);
    },
    async openVault(id, onClosed) {
      const database = await open(vaultDatabase(id), VAULT_STEPS, false);
      if (!database) throw new VaultDeleted();
      return storesIn(database, onClosed);
    },
    vaults: async () => [...databases.keys()].flatMap((name) => /^libreta-([\da-f-]{36})$/.exec(name)?.[1] ?? []),
    dropDevice: () => drop(DEVICE),
    dropVault: (id) => drop(vaultDatabase(id)),
  };
}
