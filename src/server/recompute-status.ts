import { pino } from 'pino';
import { readConfig } from './config.ts';
import { refreshEverything } from './modules/records/refresh-children.ts';
import { openMain } from './open-databases.ts';
import { runOrExplain } from './start.ts';

/** After a rule changed: computes anew all that is kept on every child. */
await runOrExplain(async () => {
  const log = pino({ level: 'silent' });
  const { database, used: children } = await openMain(readConfig(process.env), log, ({ db }) => refreshEverything(db));
  await database.close();
  console.log(`Estado recalculado para ${children} niñas y niños.`);
});
