import { readConfig } from './config.ts';
import { openDatabase } from './db/connect.ts';
import { migrateDatabase } from './db/migrate.ts';
import { refreshEveryStatus } from './modules/records/child-status.ts';
import { runOrExplain } from './start.ts';

/** After the malnutrition rule changed: computes and keeps every child's status anew. */
await runOrExplain(async () => {
  const config = readConfig(process.env);
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    await migrateDatabase(database);
    const children = await refreshEveryStatus(database.db);
    console.log(`Estado recalculado para ${children} niñas y niños.`);
  } finally {
    await database.close();
  }
});
