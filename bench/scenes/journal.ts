import { query } from '../setup/database.ts';
import { compareSaveRates } from './alternately.ts';
import type { Scene } from './scene.ts';

/** Compares saves with the journal with saves whose journal rows a trigger drops before they are stored. */
export async function journal(scene: Scene): Promise<string> {
  const { database } = scene.bench;
  await query(
    database,
    `create or replace function journal_nothing() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await query(database, 'drop trigger if exists journal_nothing on journal');
  await query(
    database,
    'create trigger journal_nothing before insert on journal for each row execute function journal_nothing()',
  );
  try {
    const ratio = await compareSaveRates(scene, (on) =>
      query(database, `alter table journal ${on ? 'disable' : 'enable'} trigger journal_nothing`),
    );
    return `Saves with the journal at ${scene.size.toLocaleString('en')} children: ×${ratio.toFixed(2)} of those without.`;
  } finally {
    await query(database, 'drop trigger journal_nothing on journal');
    await query(database, 'drop function journal_nothing()');
  }
}
