import { sql } from 'drizzle-orm';
import { RECORDS } from '#domain/records/index.ts';
import type { Database } from '#server/db/connect.ts';

const ROUNDS = 12;
const SAVES_PER_ROUND = 60;

type Request = (method: 'GET' | 'POST', url: string, payload?: object, token?: string) => Promise<{ _id: string }>;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/**
 * Controls saved per second with the journal, as a ratio to the same saves while its rows are thrown away before they are stored and
 * indexed; in turns, so that a noisy machine disturbs both alike.
 */
export async function benchJournal({ db }: Database, request: Request, token: string): Promise<void> {
  await db.execute(sql`create function journal_nothing() returns trigger language plpgsql as 'begin return null; end'`);
  await db.execute(
    sql`create trigger journal_nothing before insert on journal for each row execute function journal_nothing()`,
  );
  const keep = (kept: boolean) =>
    db.execute(sql`alter table journal ${sql.raw(kept ? 'disable' : 'enable')} trigger journal_nothing`);

  let serial = 0;
  const children: string[] = [];
  for (let i = 0; i < SAVES_PER_ROUND; i += 1) {
    serial += 1;
    const child = { ...RECORDS.nino.example, cedula: `J${serial}` };
    children.push((await request('POST', '/api/nino', child, token))._id);
  }
  const round = async (kept: boolean): Promise<number> => {
    await keep(kept);
    const start = performance.now();
    for (const ninoId of children) await request('POST', '/api/control', { ...RECORDS.control.example, ninoId }, token);
    return (SAVES_PER_ROUND * 1_000) / (performance.now() - start);
  };
  await round(true);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const first = i % 2 === 0;
    const [one, other] = [await round(first), await round(!first)];
    const [kept, thrown] = first ? [one, other] : [other, one];
    ratios.push(kept / thrown);
    rates.push(kept);
  }
  await keep(true);
  console.log(
    `saves with the journal ${median(rates).toFixed(0)}/s, ×${median(ratios).toFixed(2)} of those without (at least 0.85)`,
  );
}
