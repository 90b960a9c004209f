import { and, asc, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { CHANGE_ACTIONS, PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { LOWEST_ID } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { journal, lastEdit } from '#server/db/schema.ts';
import { personTable, placesCondition } from '#server/modules/fhir/people-conditions.ts';
import type { PersonRef } from '#server/modules/fhir/read-booklets.ts';
import type { SnapshotReader } from './snapshot-reader.ts';
import type { StoredExport } from './stored-export.ts';

type Scope = Pick<StoredExport, 'lugares' | 'desde'>;

/** People of one statement, of whom an export of changes takes only some. */
const LOOKED_AT = 500;

/** Whether anything in the booklet changed since. Rows that were loaded without the journal have only their own times. */
function isChanged(db: Db, tipo: PersonKind, since: Date): SQL {
  const { _id } = personTable(tipo);
  const changes = db
    .select({ seq: journal.seq })
    .from(journal)
    .where(and(eq(journal.person, _id), gt(journal.at, since), inArray(journal.action, [...CHANGE_ACTIONS])));
  return sql`(${lastEdit(personTable(tipo))} > ${since.toISOString()} or ${exists(changes)})`;
}

export async function countPeople(db: Db, { lugares }: Scope): Promise<number> {
  let people = 0;
  for (const tipo of PERSON_KINDS)
    people += await db.$count(personTable(tipo), placesCondition(personTable(tipo), lugares));
  return people;
}

interface WalkedPeople {
  readonly people: readonly PersonRef[];
  /** People who were looked at, with those who are not exported. */
  readonly looked: number;
}

/** People by kind and id, so that everyone who exists throughout comes once. @param atOnce the number of people for the next booklets */
export async function* walkPeople(
  read: SnapshotReader['read'],
  { lugares, desde }: Scope,
  atOnce: () => number,
): AsyncGenerator<WalkedPeople> {
  for (const tipo of PERSON_KINDS) {
    const { _id } = personTable(tipo);
    const due = (db: Db) => (desde ? isChanged(db, tipo, desde) : sql`true`).mapWith(Boolean);
    for (let after = LOWEST_ID, isLast = false; !isLast; ) {
      const most = desde ? LOOKED_AT : atOnce();
      const isAfter = and(gt(_id, after), placesCondition(personTable(tipo), lugares));
      const rows = await read((db) =>
        db
          .select({ _id, due: due(db) })
          .from(personTable(tipo))
          .where(isAfter)
          .orderBy(asc(_id))
          .limit(most),
      );
      isLast = rows.length < most;
      after = rows.at(-1)?._id ?? after;
      yield* inGroups(tipo, rows, atOnce);
    }
  }
}

function* inGroups(tipo: PersonKind, rows: readonly { _id: string; due: boolean }[], atOnce: () => number) {
  const due = rows.filter((row) => row.due);
  yield { people: [], looked: rows.length - due.length };
  for (let at = 0; at < due.length; ) {
    const group = due.slice(at, at + atOnce());
    at += group.length;
    yield { people: group.map(({ _id }) => ({ tipo, persona: _id })), looked: group.length };
  }
}
