import { deleteDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { pause } from '#web/lib/line.ts';
import { openExistingDatabase, openIndexedDatabase } from './database-versions.ts';
import { DEVICE, DEVICE_STEPS, VAULT_STEPS, vaultDatabase } from './steps.ts';
import { type Disk, type StoreChange, type Stores, VaultDeleted } from './stores.ts';

const VAULT = /^libreta-([\da-f-]{36})$/;

/** Awaiting the transaction reports a failure; the same error of each request would be reported as unhandled. */
function handled<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** Queues all requests at once, so that the transaction cannot commit between them. */
async function apply<Rows>(
  tx: IDBPTransaction<unknown, string[], 'readwrite'>,
  change: StoreChange<Rows>,
): Promise<void> {
  const requests: Promise<unknown>[] = [tx.done];
  try {
    for (const [kind, rows] of Object.entries<StoreChange<Rows>[keyof Rows]>(change)) {
      const store = tx.objectStore(kind);
      for (const row of rows?.put ?? []) requests.push(handled(store.put(row)));
      for (const key of rows?.drop ?? []) requests.push(handled(store.delete(key)));
    }
  } catch (error) {
    tx.abort();
    throw error;
  }
  await Promise.all(requests);
}

const isClosed = (error: unknown) => error instanceof DOMException && error.name === 'InvalidStateError';

const closedByBrowser = () => new DOMException('The browser closed the database', 'AbortError');

function brokenOff(error: unknown): never {
  throw isClosed(error) ? closedByBrowser() : error;
}

/** Chromium gives a transaction whose connection it closes either name. */
const asInterrupted = (error: unknown) =>
  error instanceof DOMException && error.name === 'UnknownError'
    ? new DOMException(error.message, 'AbortError')
    : error;

/** A transaction's own event may follow the one that its connection is closed. */
const LATE_EVENT_MS = 500;

/** A connection whose calls reject when the browser closes it: Chromium then ends some transactions without an event. */
function connectionOf(db: IDBPDatabase) {
  const pending = new Set<(error: unknown) => void>();
  db.addEventListener('close', () => {
    const interrupted = [...pending];
    void pause(LATE_EVENT_MS).then(() => {
      for (const reject of interrupted) reject(closedByBrowser());
    });
  });
  return {
    db,
    run: <T>(work: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        pending.add(reject);
        void work()
          .then(resolve, (error) => reject(asInterrupted(error)))
          .finally(() => pending.delete(reject));
      }),
  };
}

/** @param reopen opens the database again that the browser has closed, as it does when the disk is full; undefined once this page closed it */
function storesIn<Rows>(
  opened: IDBPDatabase,
  reopen: () => Promise<IDBPDatabase> | undefined = () => undefined,
): Stores<Rows> {
  let connection = connectionOf(opened);
  let closed = false;
  let reopening: Promise<void> | undefined;

  async function openAgain(opening: Promise<IDBPDatabase>): Promise<void> {
    try {
      connection = connectionOf(await opening);
      if (closed) connection.db.close();
    } finally {
      reopening = undefined;
    }
  }

  /** A closed connection begins no transaction, so nothing is done twice. */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await connection.run(work);
    } catch (error) {
      if (closed || !isClosed(error)) throw error;
      if (!reopening) {
        const opening = reopen();
        if (!opening) throw error;
        reopening = openAgain(opening);
      }
      return reopening.then(() => connection.run(work)).catch(brokenOff);
    }
  }

  const reading = (kind: keyof Rows) => {
    const tx = connection.db.transaction(String(kind));
    void handled(tx.done);
    return tx.store;
  };
  const writing = (kinds: readonly (keyof Rows)[], durability: IDBTransactionDurability) => {
    const tx = connection.db.transaction(kinds.map(String), 'readwrite', { durability });
    void handled(tx.done);
    return tx;
  };

  return {
    get: (kind, key) => attempt(async () => reading(kind).get(key)),
    has: (kind, key) => attempt(async () => (await reading(kind).getKey(key)) !== undefined),
    all: (kind) => attempt(async () => reading(kind).getAll()),

    each: (kind, visit) =>
      attempt(async () => {
        for (let cursor = await reading(kind).openCursor(); cursor; cursor = await cursor.continue())
          visit(cursor.value);
      }),

    write: (change, { strict } = { strict: false }) =>
      attempt(async () => {
        const kinds = Object.keys(change) as (keyof Rows)[];
        return apply(writing(kinds, strict ? 'strict' : 'default'), change);
      }),

    change: (kinds, decide) =>
      attempt(async () => {
        const tx = writing(kinds, 'strict');
        const rows = await tx.objectStore(String(kinds[0])).getAll();
        const [answer, change = {}] = decide(rows);
        await apply(tx, change);
        return answer;
      }),

    close(): void {
      closed = true;
      connection.db.close();
    },
  };
}

export const disk: Disk = {
  makeDevice: async () => storesIn(await openIndexedDatabase(DEVICE, DEVICE_STEPS)),

  async openDevice() {
    const db = await openExistingDatabase(DEVICE, DEVICE_STEPS);
    return db && storesIn(db);
  },

  makeVault: async (id) => (await openIndexedDatabase(vaultDatabase(id), VAULT_STEPS)).close(),

  async openVault(id, onClosed) {
    let closedHere = false;
    const letGo = () => {
      closedHere = true;
      onClosed?.();
    };
    const open = async () => {
      const db = await openExistingDatabase(vaultDatabase(id), VAULT_STEPS, letGo);
      if (!db) throw new VaultDeleted();
      return db;
    };
    return storesIn(await open(), () => (closedHere ? undefined : open()));
  },

  async vaults() {
    if (!('databases' in indexedDB)) return [];
    return (await indexedDB.databases()).flatMap(({ name = '' }) => VAULT.exec(name)?.[1] ?? []);
  },

  dropDevice: () => deleteDB(DEVICE),
  dropVault: (id) => deleteDB(vaultDatabase(id)),
};
