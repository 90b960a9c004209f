import { readConfig } from './config.ts';
import { openDatabase } from './db/connect.ts';
import { migrateDatabase } from './db/migrate.ts';
import { refreshEverything } from './modules/records/child-summary.ts';
import { runOrExplain } from './start.ts';

/** After a rule changed: computes anew all that is kept on every child. */
await runOrExplain(async () => {
  const config = readConfig(process.env);
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    await migrateDatabase(database);
    const children = await refreshEverything(database.db);
    console.log(`Estado recalculado para ${children} niñas y niños.`);
  } finally {
    await database.close();
  }
});
