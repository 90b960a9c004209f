import { pino } from 'pino';
import { readConfig } from '#server/base/config.ts';
import { CHILDREN_AT_ONCE, refreshEverything } from '#server/modules/records/refresh-children.ts';
import { openMain } from '#server/start/open-databases.ts';
import { runOrExplain } from '#server/start/start.ts';

/** Recomputes the summaries of all children by the rules of this program. */
await runOrExplain(async () => {
  const log = pino({ level: 'silent' });
  const { database, used: children } = await openMain(readConfig(process.env), log, ({ db, kind }) =>
    refreshEverything(db, CHILDREN_AT_ONCE[kind]),
  );
  await database.close();
  console.log(`Estado recalculado para ${children} niñas y niños.`);
});
