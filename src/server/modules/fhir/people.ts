import { and, asc, count, eq, gt, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { includesPlace, type Reader, type SeenPlace } from '#server/calls/reader.ts';
import type { Db } from '#server/db/connect.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { journal } from '#server/db/schema.ts';
import type { PatientRows } from './patient-rows.ts';
import { type PersonTable, personTable, placesCondition } from './people-conditions.ts';
import type { PersonRef } from './read-booklets.ts';

/** Where a walk through people goes on. */
export interface PeoplePosition {
  readonly tipo: PersonKind;
  readonly persona: string;
  /** Whether the person belongs to what follows, because some of its resources are left. */
  readonly isIncluded: boolean;
}

export type PeopleConditions = (tipo: PersonKind) => readonly (SQL | undefined)[];

interface PeopleSearch {
  /** The kinds that can have the conditions. */
  readonly kinds: readonly PersonKind[];
  readonly conditions: PeopleConditions;
  /** Whether the conditions are parts of texts: PostgreSQL cannot tell how many people have them. */
  readonly isByText?: boolean;
}

/** So many people are tried first: a common name is found among them, and of a rarer one few rows are read by its index. */
const TRIED = 5_000;

/** People with parts of texts, by id. */
async function peopleByText(db: Db, table: PersonTable, where: SQL | undefined, after: SQL | undefined, limit: number) {
  const all = where ?? sql`true`;
  const next = after ?? sql`true`;
  const tried = await rawRows<{ id: string }>(
    db,
    sql`select ${table}._id::text as id from (select * from ${table} where ${next} order by _id limit ${TRIED}) as ${table}
      where ${all} order by ${table}._id limit ${limit}`,
  );
  if (tried.length === limit) return tried;
  // No index has this order, so that the index of the text is used.
  return rawRows<{ id: string }>(
    db,
    sql`select _id::text as id from ${table} where ${all} and ${next} order by uuid_send(_id) limit ${limit}`,
  );
}

/** The people of a kind that follow a position, or all of the kind. */
interface KindQuery {
  readonly tipo: PersonKind;
  readonly from: PeoplePosition | null;
  readonly most: number;
}

/**
 * People by kind and id, which never change: a walk to its end meets everybody who exists throughout exactly once, whatever is written meanwhile.
 * @returns at most `limit`; fewer at the end
 */
async function walkKinds<Person>(
  { kinds }: PeopleSearch,
  position: PeoplePosition | null,
  limit: number,
  read: (query: KindQuery) => Promise<Person[]>,
): Promise<Person[]> {
  const people: Person[] = [];
  const left = position ? PERSON_KINDS.slice(PERSON_KINDS.indexOf(position.tipo)) : PERSON_KINDS;
  for (const tipo of left.filter((kind) => kinds.includes(kind))) {
    const most = limit - people.length;
    const from = position?.tipo === tipo ? position : null;
    if (most > 0) people.push(...(await read({ tipo, from, most })));
  }
  return people;
}

async function idsAfter(db: Db, search: PeopleSearch, { tipo, from, most }: KindQuery): Promise<string[]> {
  const table = personTable(tipo);
  const where = and(...search.conditions(tipo));
  const after = from ? (from.isIncluded ? gte : gt)(table._id, from.persona) : undefined;
  const rows = search.isByText
    ? await peopleByText(db, table, where, after, most)
    : await db.select({ id: table._id }).from(table).where(and(where, after)).orderBy(asc(table._id)).limit(most);
  return rows.map(({ id }) => id);
}

/** The references of people, in the order of {@link walkKinds}. */
export const peopleAfter = (db: Db, search: PeopleSearch, position: PeoplePosition | null, limit: number) =>
  walkKinds<PersonRef>(search, position, limit, async (query) =>
    (await idsAfter(db, search, query)).map((persona) => ({ tipo: query.tipo, persona })),
  );

/** What the Patients of people are made from, in the order of {@link walkKinds}. */
export const patientsAfter = (
  { db, patientRows, places }: { db: Db; patientRows: PatientRows; places: Reader['places'] },
  search: PeopleSearch,
  position: PeoplePosition | null,
  limit: number,
) =>
  walkKinds(search, position, limit, async (query) => {
    const { tipo, from, most } = query;
    if (!search.isByText)
      return patientRows(tipo, { places, where: and(...search.conditions(tipo)), after: from?.persona, limit: most });
    const ids = await idsAfter(db, search, query);
    if (ids.length === 0) return [];
    return patientRows(tipo, { places, where: inArray(personTable(tipo)._id, ids), after: undefined, limit: most });
  });

export async function countPeople(db: Db, conditions: PeopleConditions): Promise<number> {
  let total = 0;
  for (const tipo of PERSON_KINDS) {
    const [row] = await db
      .select({ total: count() })
      .from(personTable(tipo))
      .where(and(...conditions(tipo)));
    total += row?.total ?? 0;
  }
  return total;
}

/** The person with an id, or the one whose record has it, if the reader may see the place. */
export async function ownerOf(db: Db, id: string, places: readonly SeenPlace[] | null): Promise<PersonRef | null> {
  const own = PERSON_KINDS.map((tipo) => {
    const person = personTable(tipo);
    return db
      .select({ tipo: sql<PersonKind>`${tipo}::text`, persona: sql<string>`${person._id}` })
      .from(person)
      .where(and(eq(person._id, id), placesCondition(person, places)));
  });
  const recorded = RECORD_LIST.flatMap(({ key, parent }) => {
    if (!parent) return [];
    // The parent of a record is a person.
    const tipo = parent.record as PersonKind;
    const [record, person] = [recordTable(key), personTable(tipo)];
    return [
      db
        .select({ tipo: sql<PersonKind>`${tipo}::text`, persona: sql<string>`${person._id}` })
        .from(record)
        .innerJoin(person, eq(person._id, record.parentId))
        .where(and(eq(record._id, id), placesCondition(person, places))),
    ];
  });
  const [first, second, ...more] = [...own, ...recorded];
  if (!first || !second) return null;
  const [row] = await unionAll(first, second, ...more);
  return row ?? null;
}

interface Deletion {
  readonly persona: string;
  readonly tipo: PersonKind;
  readonly provincia: string | null;
  readonly canton: string | null;
}

const isOfKind = (kind: string): kind is PersonKind => PERSON_KINDS.some((one) => one === kind);

/** The newest deletion of the person or record with an id, or of the person that the record was deleted with; not of erased ones. */
async function deletionOf(db: Db, id: string): Promise<Deletion | null> {
  // Written like the predicates and expressions of the indexes.
  const rows = await rawRows<{ person: string; kind: string; provincia: string | null; canton: string | null }>(
    db,
    sql`select person, kind, before ->> 'provincia' as provincia, before ->> 'canton' as canton from (
        (select seq, person, kind, before from ${journal} where action = 'eliminar' and about = ${id}::uuid and salt is not null)
        union all
        (select seq, person, kind, before from ${journal} where action = 'eliminar' and kept is not null
          and jsonb_path_query_array(kept, '$.*[*]._id') @> ${JSON.stringify([id])}::jsonb)
      ) as gone where person is not null order by seq desc limit 1`,
  );
  const [row] = rows;
  if (!row) return null;
  const tipo = isOfKind(row.kind) ? row.kind : personKindOf(row.kind);
  return tipo && { persona: row.person, tipo, provincia: row.provincia, canton: row.canton };
}

/** The kind of person that has records of a type. */
function personKindOf(key: string): PersonKind | null {
  const parent = RECORD_LIST.find((record) => record.key === key)?.parent?.record ?? '';
  return isOfKind(parent) ? parent : null;
}

/** Whether a person or record was deleted, was not erased, and belonged to a place that the reader may see. */
export async function isDeleted(db: Db, id: string, places: readonly SeenPlace[] | null): Promise<boolean> {
  const deletion = await deletionOf(db, id);
  if (!deletion) return false;
  // A record's own deletion does not say the place: its person does, who may be deleted as well.
  if (deletion.provincia !== null) return includesPlace(places, deletion);
  if (await ownerOf(db, deletion.persona, places)) return true;
  const later = deletion.persona === id ? null : await deletionOf(db, deletion.persona);
  return later !== null && includesPlace(places, later);
}
