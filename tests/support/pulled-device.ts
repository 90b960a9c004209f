import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { createIndexRows } from '#web/device/keeper/index-rows.ts';
import { createKeeper } from '#web/device/keeper/keeper.ts';
import { BUCKETS } from '#web/device/store/buckets.ts';
import { createDeviceSource } from '#web/lib/source/device-source.ts';
import type { ApiClient } from './api-client.ts';
import { waitForOtherTransactions } from './feed.ts';
import { memoryDisk, newMemory } from './memory-disk.ts';
import type { TestApi } from './test-api.ts';

/** A device of one user: sealed booklets and a source that answers from them. */
export async function createPulledDevice(
  { database: { db } }: TestApi,
  client: ApiClient,
  day: string,
  canton?: string,
) {
  const id = crypto.randomUUID();
  const disk = memoryDisk(newMemory());
  await disk.makeVault(id);
  const stores = await disk.openVault(id);
  const { datos } = await keysOf(randomBytes(32));
  const keeper = createKeeper(disk, () => (work) => work());
  const index = createIndexRows();
  let since: string | undefined;

  /** Pulls until the feed is complete, including the latest writes. */
  async function pull(): Promise<void> {
    await waitForOtherTransactions(db);
    await keeper.open({ id, datos });
    for (let more = true; more; ) {
      const query = { ...(canton && { canton }), ...(since && { desde: since }) };
      const { status, text } = await client.get('/api/sincronizacion', query);
      if (status !== 200) throw new Error(`${status} ${text}`);
      const then = { alcance: canton ?? '', completo: false, contacto: '', revisado: '' };
      const page = await keeper.page(new Blob([text]), then);
      index.change([], page.removed);
      since = page.reading.siguiente;
      more = page.more;
    }
    // The index in memory is rebuilt from the stored rows.
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) index.change(await keeper.rows(bucket, day), []);
  }

  const source = createDeviceSource({
    rowsOf: index.of,
    booklet: keeper.booklet,
    lists: async () => (await client.get('/api/sincronizacion/listas')).body,
  });
  return { stores, keeper, index, source, pull };
}
