import { TRUNCATE_BOOKLET_TABLES } from '#server/db/booklet-tables.ts';
import { dropIndexes, rebuildIndexes } from './drop-indexes.ts';
import type { Loader } from './loader.ts';

const SEARCH = ['person_search'];

/** After people were loaded without triggers: fills what the search reads. The server rebuilds the feed of changes when it starts. */
export async function resetDerivedTables(loader: Loader): Promise<void> {
  await loader.run(TRUNCATE_BOOKLET_TABLES);
  await loader.run(`truncate ${SEARCH.join(', ')}`);
  const bare = await dropIndexes(loader, SEARCH);
  await loader.run('select person_search_refill()');
  await rebuildIndexes(loader, SEARCH, bare, () => {});
}
