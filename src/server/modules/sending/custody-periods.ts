import { arrayOverlaps, asc, sql } from 'drizzle-orm';
import type { RetainedWrite } from '#domain/calls/retained.ts';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { journal, traspaso } from '#server/db/schema.ts';

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

async function livesOf(db: Db, people: readonly string[]): Promise<Map<string, Life>> {
  const existing = PERSON_KINDS.map(
    (
      kind,
    ) => sql`select _id::text as persona, created_by::text as autor, fecha_registro as desde, null::timestamptz as hasta
      from ${recordTable(kind)} where _id in ${ids(people)}`,
  );
  const first = sql`coalesce(kept -> 'nino' -> 0, kept -> 'mujer' -> 0)`;
  const deleted = sql`select person::text as persona, ${first} ->> 'created_by' as autor,
      (${first} ->> 'fecha_registro')::timestamptz as desde, at as hasta from ${journal}
    where person in ${ids(people)} and about = person and action = 'eliminar' and kept is not null order by seq`;
  const rows = await rawRows<Omit<Life, 'desde' | 'hasta'> & { desde: string | Date; hasta: string | Date | null }>(
    db,
    sql`(${deleted}) union all ${sql.join(existing, sql` union all `)}`,
  );
  const instant = (at: string | Date) => new Date(at).toISOString();
  // Deletions come first, in order, then existing people: the last row of a person wins.
  return new Map(
    rows.map((row) => [row.persona, { ...row, desde: instant(row.desde), hasta: row.hasta && instant(row.hasta) }]),
  );
}

/** The periods in which an account was the custodian of a booklet, for each pair of booklet and account. */
export async function custodyPeriods(
  db: Db,
  pairs: readonly { readonly persona: string; readonly usuario: string }[],
): Promise<RetainedWrite['tuvo'][]> {
  if (pairs.length === 0) return [];
  const people = [...new Set(pairs.map(({ persona }) => persona))];
  const lives = await livesOf(db, people);
  const moves = await db
    .select({ de: traspaso.de, a: traspaso.a, momento: traspaso.momento, personas: traspaso.personas })
    .from(traspaso)
    .where(arrayOverlaps(traspaso.personas, people))
    .orderBy(asc(traspaso.momento), asc(traspaso._id));
  return pairs.map(({ persona, usuario }) => {
    const life = lives.get(persona);
    if (!life) return [];
    const own = moves.filter(({ personas }) => personas.includes(persona));
    const periods: RetainedWrite['tuvo'] = [];
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
