import { deleteDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
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

function storesIn<Rows>(db: IDBPDatabase): Stores<Rows> {
  const reading = (kind: keyof Rows) => {
    const tx = db.transaction(String(kind));
    void handled(tx.done);
    return tx.store;
  };
  const writing = (kinds: readonly (keyof Rows)[], durability: IDBTransactionDurability) => {
    const tx = db.transaction(kinds.map(String), 'readwrite', { durability });
    void handled(tx.done);
    return tx;
  };

  return {
    get: async (kind, key) => reading(kind).get(key),
    has: async (kind, key) => (await reading(kind).getKey(key)) !== undefined,
    all: async (kind) => reading(kind).getAll(),

    async each(kind, visit) {
      for (let cursor = await reading(kind).openCursor(); cursor; cursor = await cursor.continue()) visit(cursor.value);
    },

    async write(change, { strict } = { strict: false }) {
      const kinds = Object.keys(change) as (keyof Rows)[];
      await apply(writing(kinds, strict ? 'strict' : 'default'), change);
    },

    async change(kinds, decide) {
      const tx = writing(kinds, 'strict');
      const rows = await tx.objectStore(String(kinds[0])).getAll();
      const [answer, change = {}] = decide(rows);
      await apply(tx, change);
      return answer;
    },

    close: () => db.close(),
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
    const db = await openExistingDatabase(vaultDatabase(id), VAULT_STEPS, onClosed);
    if (!db) throw new VaultDeleted();
    return storesIn(db);
  },

  async vaults() {
    if (!('databases' in indexedDB)) return [];
    return (await indexedDB.databases()).flatMap(({ name = '' }) => VAULT.exec(name)?.[1] ?? []);
  },

  dropDevice: () => deleteDB(DEVICE),
  dropVault: (id) => deleteDB(vaultDatabase(id)),
};
