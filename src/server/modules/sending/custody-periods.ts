import { arrayOverlaps, asc, sql } from 'drizzle-orm';
import type { Retained } from '#domain/calls/retained.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { journal, traspaso } from '#server/db/schema.ts';

/** A booklet from its beginning; until it was deleted, where it was. */
interface Life {
  readonly persona: string;
  readonly autor: string;
  readonly desde: string;
  readonly hasta: string | null;
}

const ids = (people: readonly string[]) =>
  sql`(${sql.join(
    people.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;

/** Of booklets that are there and of those that were deleted, who began them, when. */
async function livesOf(db: Db, people: readonly string[]): Promise<Map<string, Life>> {
  const there = PERSON_KINDS.map(
    (
      kind,
    ) => sql`select _id::text as persona, created_by::text as autor, fecha_registro as desde, null::timestamptz as hasta
      from ${recordTable(kind)} where _id in ${ids(people)}`,
  );
  const first = sql`coalesce(kept -> 'nino' -> 0, kept -> 'mujer' -> 0)`;
  const gone = sql`select person::text as persona, ${first} ->> 'created_by' as autor,
      (${first} ->> 'fecha_registro')::timestamptz as desde, at as hasta from ${journal}
    where person in ${ids(people)} and about = person and action = 'eliminar' and kept is not null order by seq`;
  const rows = await rawRows<Omit<Life, 'desde' | 'hasta'> & { desde: string | Date; hasta: string | Date | null }>(
    db,
    sql`(${gone}) union all ${sql.join(there, sql` union all `)}`,
  );
  const instant = (at: string | Date) => new Date(at).toISOString();
  // Who was brought back is there again: the last one counts.
  return new Map(
    rows.map((row) => [row.persona, { ...row, desde: instant(row.desde), hasta: row.hasta && instant(row.hasta) }]),
  );
}

/** When an account had a booklet: of some booklets, each with the account that is asked about. */
export async function custodyPeriods(
  db: Db,
  asked: readonly { readonly persona: string; readonly usuario: string }[],
): Promise<Retained['tuvo'][]> {
  if (asked.length === 0) return [];
  const people = [...new Set(asked.map(({ persona }) => persona))];
  const lives = await livesOf(db, people);
  const moves = await db
    .select({ de: traspaso.de, a: traspaso.a, momento: traspaso.momento, personas: traspaso.personas })
    .from(traspaso)
    .where(arrayOverlaps(traspaso.personas, people))
    .orderBy(asc(traspaso.momento), asc(traspaso._id));
  return asked.map(({ persona, usuario }) => {
    const life = lives.get(persona);
    if (!life) return [];
    const own = moves.filter(({ personas }) => personas.includes(persona));
    const periods: Retained['tuvo'] = [];
    let since = (own[0]?.de ?? life.autor) === usuario ? life.desde : null;
    for (const { de, a, momento } of own) {
      const at = momento.toISOString();
      if (de === usuario && since !== null) {
        periods.push({ desde: since, hasta: at });
        since = null;
      }
      if (a === usuario) since = at;
    }
    if (since !== null) periods.push({ desde: since, hasta: life.hasta });
    return periods;
  });
}
