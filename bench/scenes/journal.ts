import { median } from '../measure.ts';
import { query } from '../setup/database.ts';
import type { Scene } from './scene.ts';

/** Saves with the journal against the same while its rows are thrown away before they are stored and indexed. */
export async function journal({
  bench: { load, ours, database, connections, rounds, seconds },
  size,
}: Scene): Promise<string> {
  await query(
    database,
    `create or replace function journal_nothing() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await query(database, 'drop trigger if exists journal_nothing on journal');
  await query(
    database,
    'create trigger journal_nothing before insert on journal for each row execute function journal_nothing()',
  );
  const rate = async (kept: boolean, seed: number) => {
    await query(database, `alter table journal ${kept ? 'disable' : 'enable'} trigger journal_nothing`);
    const { jobs, seconds: time } = await load.run({ jobs: ['save'], urls: [ours.url], connections, seconds, seed });
    return jobs / time;
  };
  try {
    const ratios: number[] = [];
    await rate(true, 1);
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0;
      const [one, other] = [await rate(first, 100 + 2 * round), await rate(!first, 101 + 2 * round)];
      ratios.push(first ? one / other : other / one);
    }
    return `Saves with the journal at ${size.toLocaleString('en')} children: ×${median(ratios).toFixed(2)} of those without.`;
  } finally {
    await query(database, 'drop trigger journal_nothing on journal');
    await query(database, 'drop function journal_nothing()');
  }
}
