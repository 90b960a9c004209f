import { and, asc, eq, inArray, notExists, or, sql } from 'drizzle-orm';
import { PERSON_KINDS } from '#domain/journal/journal.ts';
import { includesPlace } from '#server/calls/reader.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, mujer, nino } from '#server/db/schema.ts';
import type { StoredExport } from './stored-export.ts';

type Scope = Pick<StoredExport, 'lugares' | 'desde'>;

const AT_ONCE = 500;

/** The place of a deleted person is in the entry; that of an erased one is erased with it. */
const PLACE = {
  provincia: sql<string | null>`${journal.before}->>'provincia'`,
  canton: sql<string | null>`${journal.before}->>'canton'`,
};

/**
 * People who were deleted or erased since the time that an export begins at, and are not restored. A reader of some places learns of
 * deleted people of these places, and of every erased person: an id without anything else.
 */
export async function* deletedPeople(db: Db, scope: Scope): AsyncGenerator<string[]> {
  const { desde } = scope;
  if (!desde) return;
  const missing = (table: typeof mujer | typeof nino) =>
    notExists(db.select({ _id: table._id }).from(table).where(eq(table._id, journal.about)));
  const isDeletion = or(
    and(eq(journal.action, 'eliminar'), eq(journal.about, journal.person)),
    eq(journal.action, 'borrar'),
  );
  let after = { at: desde, seq: Number.MAX_SAFE_INTEGER };
  for (let isLast = false; !isLast; ) {
    const isAfter = sql`(${journal.at}, ${journal.seq}) > (${after.at.toISOString()}, ${after.seq}::bigint)`;
    const rows = await db
      .select({ seq: journal.seq, id: journal.about, action: journal.action, at: journal.at, ...PLACE })
      .from(journal)
      .where(and(isAfter, isDeletion, inArray(journal.kind, [...PERSON_KINDS]), ...[missing(mujer), missing(nino)]))
      .orderBy(asc(journal.at), asc(journal.seq))
      .limit(AT_ONCE);
    isLast = rows.length < AT_ONCE;
    after = rows.at(-1) ?? after;
    yield rows.flatMap(({ id, action, ...place }) =>
      id && (action === 'borrar' || includesPlace(scope.lugares, place)) ? [id] : [],
    );
  }
}
