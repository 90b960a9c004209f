import 'fake-indexeddb/auto';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type MigrationStep, NewerDatabase, openExistingDatabase, openIndexedDatabase } from './database-versions.ts';
import { allVaults, changeVault, forgetVault, thisDevice } from './device-entry.ts';
import { disk } from './indexed-disk.ts';
import { DEVICE, DEVICE_STEPS, VAULT_STEPS, vaultDatabase } from './steps.ts';
import type { DeviceStores, VaultStores } from './stores.ts';

const VAULT = '7d9f3a52-6c1e-4b0a-9f35-1f1b6d2c8e47';
const sellado = new Uint8Array([1, 2, 3, 250]);

/** An object store of an earlier version, with rows in their format. */
interface Store {
  readonly keyPath: string;
  readonly indexes: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}
type Version = Readonly<Record<string, Store>>;
const store = (keyPath: string, rows: Store['rows'], indexes: readonly string[] = []): Store => ({
  ...{ keyPath, indexes, rows },
});

/** The schema of every released version, written down apart from the migration steps. A new step adds its version here; earlier ones never change. */
const FIRST_DEVICE: Version = {
  equipo: store('clave', [{ clave: 'equipo', id: 'equipo-7', secreto: 'AAEC', sal: sellado }]),
  bovedas: store(
    'id',
    [
      {
        ...{ id: VAULT, etiqueta: 'etiqueta', usuario: 'rosa', kdf: { salt: sellado, memory: 65_536, passes: 2 } },
        ...{
          porClave: sellado,
          porServidor: sellado,
          intentos: 1,
          esperarHasta: 0,
          contacto: 5,
          dias: 14,
          pendientes: 3,
        },
      },
    ],
    ['etiqueta', 'usuario'],
  ),
};
const FIRST_VAULT: Version = {
  libretas: store('persona', [{ persona: 'p1', tipo: 'nino', cambio: '17', sellado }]),
  indice: store('cubo', [{ cubo: 3, sellado }]),
  estado: store('clave', [{ clave: 'sesion', sellado }]),
};
const WITH_OUTBOX: Version = {
  ...FIRST_VAULT,
  salida: store(
    'orden',
    [1, 2, 3].map((orden) => ({ orden, sellado })),
  ),
  enviados: store('op', [{ op: 'o1', cuando: 12, sellado }]),
  marcas: store('clave', [{ clave: 'salida', numero: 4 }]),
  reserva: store('clave', [{ clave: 'reserva', bytes: sellado }]),
};
const WITH_DRAFTS: Version = { ...WITH_OUTBOX, borradores: store('nombre', [{ nombre: 'n', texto: 't' }]) };

interface Kind {
  readonly name: string;
  readonly versions: readonly Version[];
  readonly steps: readonly MigrationStep[];
}
const KINDS: readonly Kind[] = [
  { name: DEVICE, versions: [FIRST_DEVICE], steps: DEVICE_STEPS },
  { name: vaultDatabase(VAULT), versions: [FIRST_VAULT, WITH_OUTBOX, WITH_DRAFTS], steps: VAULT_STEPS },
];
const EARLIER = KINDS.flatMap((kind) =>
  [undefined, ...kind.versions].map((version, number) => ({ ...kind, version, number })),
);

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()));

/** Opens the database as after a sign-in. */
async function opened({ name, steps }: Kind, onClosed?: () => void): Promise<IDBPDatabase> {
  (await openIndexedDatabase(name, steps)).close();
  const db = await openExistingDatabase(name, steps, onClosed);
  if (!db) throw new Error(`${name} was not made`);
  return db;
}

/** Creates the database in an earlier version. */
async function lies(name: string, number: number, version: Version = {}): Promise<void> {
  if (number === 0) return;
  const db = await openDB(name, number, {
    upgrade(made) {
      for (const [store, { keyPath, indexes, rows }] of Object.entries(version)) {
        const created = made.createObjectStore(store, { keyPath });
        for (const index of indexes) created.createIndex(index, index);
        for (const row of rows) void created.put(row);
      }
    },
  });
  db.close();
}

/** The stores of a database with all rows. */
async function contentOf(db: IDBPDatabase): Promise<Version> {
  const names = [...db.objectStoreNames];
  const stores = names.map(async (name): Promise<[string, Store]> => {
    const { keyPath, indexNames } = db.transaction(name).store;
    return [name, store(String(keyPath), await db.getAll(name), [...indexNames])];
  });
  return Object.fromEntries(await Promise.all(stores));
}
const emptied = (version: Version): Version =>
  Object.fromEntries(Object.entries(version).map(([name, one]) => [name, { ...one, rows: [] }]));

test.each(KINDS)(
  '$name: every migration step has a recorded version, and every version a step',
  ({ versions, steps }) => {
    expect(steps).toHaveLength(versions.length);
  },
);

describe.each(EARLIER)('$name from version $number', ({ version = {}, number, ...kind }) => {
  const latest = kind.versions.at(-1) ?? {};

  test('is upgraded to the latest version with every row', async () => {
    await lies(kind.name, number, version);
    const db = await opened(kind);
    expect(db.version).toBe(kind.versions.length);
    expect(await contentOf(db)).toEqual({ ...emptied(latest), ...version });
    db.close();
  });

  test('accepts rows in every store after the upgrade and returns them when opened again', async () => {
    await lies(kind.name, number, version);
    const db = await opened(kind);
    for (const [name, { rows }] of Object.entries(latest)) for (const row of rows) await db.put(name, row);
    db.close();
    const again = await opened(kind);
    expect(await contentOf(again)).toEqual(latest);
    again.close();
  });

  test('has each recorded schema on the way when it is upgraded one version at a time', async () => {
    await lies(kind.name, number, version);
    for (let next = number + 1; next <= kind.versions.length; next += 1) {
      const db = await openIndexedDatabase(kind.name, kind.steps.slice(0, next));
      const reached = emptied(kind.versions[next - 1] ?? {});
      expect(await contentOf(db)).toEqual({ ...reached, ...version });
      db.close();
    }
  });

  test('is upgraded by a future step, but a missing database is not created by opening it', async () => {
    await lies(kind.name, number, version);
    const next = [...kind.steps, (db: IDBPDatabase) => void db.createObjectStore('nuevo', { keyPath: 'clave' })];
    const db = await openExistingDatabase(kind.name, next);
    const nuevo = store('clave', []);
    expect(db && (await contentOf(db))).toEqual(number === 0 ? null : { ...emptied(latest), ...version, nuevo });
    db?.close();
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(number === 0 ? [] : [kind.name]);
  });
});

describe.each(KINDS)('$name', (kind) => {
  const { name, versions } = kind;
  const latest = versions.at(-1) ?? {};
  const [first = ''] = Object.keys(latest);
  const [row = {}] = latest[first]?.rows ?? [];
  const openNext = () => openDB(name, versions.length + 1, { upgrade: (db) => void db.createObjectStore('nuevo') });

  test('a page closes the database for a newer version after its pending write', async () => {
    const letGo = vi.fn();
    const old = await opened(kind, letGo);
    const writing = old.put(first, row);
    const newer = await openNext();
    await writing;
    expect(await newer.getAll(first)).toEqual([row]);
    expect(letGo).toHaveBeenCalledOnce();
    // A write through the closed connection must fail.
    await expect(old.put(first, row)).rejects.toMatchObject({ name: 'InvalidStateError' });
    newer.close();
  });

  test('a page closes the database when it is deleted', async () => {
    await opened(kind);
    await deleteDB(name);
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('a database of a later version is left unchanged and reported', async () => {
    const later = { ...latest, nuevo: store('clave', [{ clave: 'n', sellado }]) };
    await lies(name, versions.length + 1, later);
    const refused = expect.objectContaining({
      name: 'NewerDatabase',
      message:
        'Lo guardado en este equipo es de una versión más nueva de la Libreta y sigue ahí. Conéctate y recarga la página para abrirlo.',
    });
    await expect(opened(kind)).rejects.toEqual(refused);
    // Treating it as missing would make the page wipe all vaults.
    if (name === DEVICE) await expect(disk.openDevice()).rejects.toEqual(refused);
    await expect(opened(kind)).rejects.toBeInstanceOf(NewerDatabase);
    const db = await openDB(name);
    expect([db.version, await contentOf(db)]).toEqual([versions.length + 1, later]);
    db.close();
  });

  test('a failed step leaves the previous version with every row', async () => {
    await lies(name, versions.length, latest);
    const fails = [
      ...kind.steps,
      (db: IDBPDatabase) => {
        db.deleteObjectStore(first);
        throw new Error('a step that fails');
      },
    ];
    await expect(openIndexedDatabase(name, fails)).rejects.toThrow('a step that fails');
    const db = await opened(kind);
    expect([db.version, await contentOf(db)]).toEqual([versions.length, latest]);
    db.close();
  });
});

test.each([
  [1, FIRST_VAULT],
  [2, WITH_OUTBOX],
])(
  'the upgrade waits for a page that keeps version %i open, and preserves what that page writes meanwhile',
  async (number, version) => {
    const name = vaultDatabase(VAULT);
    await lies(name, number, version);
    const order: string[] = [];
    const held = await openDB(name, number);
    const versionChange = new Promise((resolve) => held.addEventListener('versionchange', resolve));
    const opening = disk.openVault(VAULT).finally(() => order.push('open'));
    await versionChange;
    await held.put('libretas', { persona: 'p2', tipo: 'mujer', cambio: '18', sellado });
    order.push('let go');
    held.close();
    const stores = await opening;
    expect(order).toEqual(['let go', 'open']);
    expect((await stores.all('libretas')).map(({ persona }) => persona)).toEqual(['p1', 'p2']);
    expect(await indexedDB.databases()).toEqual([{ name, version: VAULT_STEPS.length }]);
    stores.close();
  },
);

describe('a vault whose connection the browser closed, as it does when the disk is full', () => {
  const begin = IDBDatabase.prototype.transaction;
  /** The browser closes the connection before each of the next transactions. */
  const closeBeforeNext = (times = 1) => {
    const spied = vi.spyOn(IDBDatabase.prototype, 'transaction');
    for (let time = 0; time < times; time += 1)
      spied.mockImplementationOnce(function (this: IDBDatabase, ...args) {
        this.close();
        return begin.apply(this, args);
      });
  };
  const row = { nombre: 'n', texto: 't' };
  const closed = vi.fn();
  let stores: VaultStores;

  beforeEach(async () => {
    closed.mockClear();
    await disk.makeVault(VAULT);
    stores = await disk.openVault(VAULT, closed);
    return () => {
      stores.close();
      vi.restoreAllMocks();
    };
  });

  test('is opened again by the next call', async () => {
    closeBeforeNext();
    await stores.write({ borradores: { put: [row] } });
    closeBeforeNext(2);
    await expect(stores.all('borradores')).rejects.toMatchObject({ name: 'AbortError' });
    expect(await stores.all('borradores')).toEqual([row]);
    expect(closed).not.toHaveBeenCalled();
  });

  test('still closes for another page, and then opens no more', async () => {
    closeBeforeNext();
    await stores.all('borradores');
    await disk.dropVault(VAULT);
    expect(closed).toHaveBeenCalledOnce();
    await expect(stores.all('borradores')).rejects.toMatchObject({ name: 'InvalidStateError' });
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('reports a newer version that was opened meanwhile', async () => {
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await stores.all('borradores');
    for (const connection of transactions.mock.contexts as IDBDatabase[]) connection.close();
    (await openDB(vaultDatabase(VAULT), VAULT_STEPS.length + 1)).close();
    await expect(stores.all('borradores')).rejects.toBeInstanceOf(NewerDatabase);
  });
});

describe('a database that Chromium closes in the middle of a call, and whose call then gets no event', () => {
  const row = { nombre: 'n', texto: 't' };
  /** Replaces the listeners that are added next. */
  function hear(target: EventTarget, number: number, listen: (event: Event, listener: EventListener) => void) {
    const add = target.addEventListener.bind(target);
    const spied = vi.spyOn(target, 'addEventListener');
    for (let time = 0; time < number; time += 1)
      spied.mockImplementationOnce((type, listener) => add(type, (event) => listen(event, listener as EventListener)));
  }
  const connections: IDBDatabase[] = [];
  let stores: VaultStores;

  const closeByBrowser = () => {
    for (const connection of connections) forceCloseDatabase(connection as never);
  };
  /** How the next transaction or request is heard: by default not at all. */
  const hearsNext = {
    transaction(listen = (_event: Event, _listener: EventListener): void => undefined) {
      const begin = IDBDatabase.prototype.transaction;
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...args) {
        const tx = begin.apply(this, args);
        hear(tx, 3, listen);
        connections.push(this);
        return tx;
      });
    },
    request(name: 'get' | 'getAll' | 'openCursor') {
      const read = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest;
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementationOnce(function (
        this: IDBObjectStore,
        ...args: unknown[]
      ) {
        const request = read.apply(this, args);
        hear(request, 2, () => undefined);
        connections.push(this.transaction.db);
        return request;
      });
    },
  };

  beforeEach(async () => {
    connections.length = 0;
    await disk.makeVault(VAULT);
    stores = await disk.openVault(VAULT);
    await stores.write({ borradores: { put: [row] } });
    return () => {
      stores.close();
      vi.restoreAllMocks();
    };
  });

  test.each([
    ['a write', () => hearsNext.transaction(), () => stores.write({ borradores: { drop: ['other'] } })],
    ['a change', () => hearsNext.transaction(), () => stores.change(['borradores'], (rows) => [rows.length])],
    ['a read of a row', () => hearsNext.request('get'), () => stores.get('borradores', 'n')],
    ['a read of all rows', () => hearsNext.request('getAll'), () => stores.all('borradores')],
    ['a read row by row', () => hearsNext.request('openCursor'), () => stores.each('borradores', () => undefined)],
  ])('%s rejects, and the next call opens the database again', async (_, silence, call) => {
    silence();
    const ends = call();
    await expect.poll(() => connections).toHaveLength(1);
    closeByBrowser();
    await expect(ends).rejects.toMatchObject({ name: 'AbortError' });
    expect(await stores.all('borradores')).toEqual([row]);
  });

  test('a call whose event arrives after the closing has its own result', async () => {
    hearsNext.transaction((event, listener) => void setTimeout(listener, 50, event));
    const ends = stores.write({ borradores: { put: [{ nombre: 'm', texto: 't' }] } });
    await expect.poll(() => connections).toHaveLength(1);
    closeByBrowser();
    await ends;
    expect(await stores.all('borradores')).toHaveLength(2);
  });

  test('a transaction that fails for a reason of the browser is reported in the same way', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('Connection is closing', 'UnknownError');
    });
    await expect(stores.write({ borradores: { put: [row] } })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('opening is repeated when the browser breaks it off', async () => {
    const open = IDBFactory.prototype.open;
    const opening = vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(function (this: IDBFactory) {
      const request = open.call(this, 'other');
      request.addEventListener('upgradeneeded', (event) => {
        event.stopImmediatePropagation();
        request.transaction?.abort();
      });
      return request;
    });
    const again = await disk.openVault(VAULT);
    expect(opening).toHaveBeenCalledTimes(2);
    expect(await again.all('borradores')).toEqual([row]);
    again.close();
  });
});

describe('a transaction that the browser aborts, as when it clears the site', () => {
  const begin = IDBDatabase.prototype.transaction;
  const uncaught = vi.fn();
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  /** Aborts the next transaction once its requests are made. @param then what happens to the database at the same time */
  const breakOffNext = (then: () => void = () => undefined) =>
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...args) {
      const tx = begin.apply(this, args);
      queueMicrotask(() => {
        tx.abort();
        then();
      });
      return tx;
    });

  beforeEach(() => {
    uncaught.mockClear();
    vi.stubGlobal('navigator', {});
    process.on('unhandledRejection', uncaught);
    return () => {
      process.off('unhandledRejection', uncaught);
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    };
  });

  test.each([
    ['a read', (db: DeviceStores) => db.get('bovedas', VAULT)],
    ['a write', (db: DeviceStores) => db.write({ bovedas: { drop: [VAULT] } })],
    ['a read and a write', (db: DeviceStores) => db.change(['bovedas'], (rows) => [null, { bovedas: { put: rows } }])],
  ])('%s raises its error once, where it is awaited', async (_, work) => {
    await lies(DEVICE, 1, FIRST_DEVICE);
    breakOffNext();
    const db = await disk.makeDevice();
    await expect(work(db)).rejects.toMatchObject({ name: 'AbortError' });
    await settled();
    expect(uncaught).not.toHaveBeenCalled();
    db.close();
  });

  test('is repeated when the database still exists', async () => {
    await lies(DEVICE, 1, FIRST_DEVICE);
    breakOffNext();
    expect((await allVaults()).map(({ id }) => id)).toEqual([VAULT]);
    breakOffNext();
    expect(await changeVault(VAULT, (entry) => ({ ...entry, pendientes: 0 }))).toMatchObject({ pendientes: 0 });
    breakOffNext();
    await forgetVault(VAULT);
    expect(await allVaults()).toEqual([]);
    await settled();
    expect(uncaught).not.toHaveBeenCalled();
  });

  test('finds nothing when the database was deleted with it', async () => {
    await lies(DEVICE, 1, FIRST_DEVICE);
    breakOffNext(() => void deleteDB(DEVICE));
    expect(await allVaults()).toEqual([]);
    expect(await indexedDB.databases()).toEqual([]);
    await settled();
    expect(uncaught).not.toHaveBeenCalled();
  });

  test('is not repeated by a sign-in, which would create again what was just cleared', async () => {
    await lies(DEVICE, 1, FIRST_DEVICE);
    let cleared: Promise<void> | undefined;
    breakOffNext(() => {
      cleared = deleteDB(DEVICE);
    });
    await expect(thisDevice()).rejects.toMatchObject({ name: 'AbortError' });
    await cleared;
    expect(await indexedDB.databases()).toEqual([]);
    await settled();
    expect(uncaught).not.toHaveBeenCalled();
  });
});
