import { and, arrayOverlaps, asc, desc, eq, getTableColumns, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import type { FoundPerson } from '#domain/calls/search.ts';
import { foundChild, foundWoman } from '#domain/lists/found-person.ts';
import {
  type PeopleSearch,
  type Placement,
  peopleSearch,
  placedText,
  searchesInner,
} from '#domain/lists/people-search.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { controlmujer, etmi, mujer, nino, personSearch } from '#server/db/schema.ts';
import { containing } from '#server/lists/conditions.ts';

const { _id, tipo, custodio, fechaRegistro, orden, words, keys } = personSearch;

/** A text of another script has no key. */
const hasKey = (search: PeopleSearch): SQL =>
  search.keys.length === 0 ? sql`false` : arrayOverlaps(keys, [...search.keys]);

/** PostgreSQL expects one person in 200 to have a key, and would look for them from the newest on, through all people. No index has this order. */
const NEWEST_OF_FEW = desc(sql`${fechaRegistro} + interval '0'`);

/** Every word of the search, or an alternative of it, stands there. */
const hasWords = (search: PeopleSearch, placement: Placement): SQL | undefined =>
  and(...search.words.map((some) => or(...some.map((word) => containing(words, placedText(word, placement))))));

export type SearchRepository = ReturnType<typeof createSearchRepository>;

export function createSearchRepository(db: Db) {
  /** @param rank 0 for an equal document or telephone, 1 for beginnings of words, 2 for parts of words */
  const ranked = (rank: number, condition: SQL | undefined, limit: number, newest: SQL = desc(fechaRegistro)) =>
    db
      .select({ _id, tipo, fechaRegistro, orden, rank: sql<number>`${sql.raw(String(rank))}::int`.as('rank') })
      .from(personSearch)
      .where(condition)
      .orderBy(newest, desc(orden), asc(tipo))
      .limit(limit);

  const withPerson = (matches: ReturnType<typeof ranked>[], limit: number) => {
    const [first, second] = matches;
    if (!first) throw new Error('A search has at least one condition');
    const people = (second ? unionAll(first, second) : first).as('found');
    return db
      .select({ nino: getTableColumns(nino), mujer: getTableColumns(mujer) })
      .from(people)
      .leftJoin(nino, eq(nino._id, people._id))
      .leftJoin(mujer, eq(mujer._id, people._id))
      .orderBy(asc(people.rank), desc(people.fechaRegistro), desc(people.orden), asc(people.tipo))
      .limit(limit);
  };
  type Row = Awaited<ReturnType<typeof withPerson>>[number];

  const rowsOf = async (actor: Actor, q: string, limit: number): Promise<Row[]> => {
    const search = peopleSearch(q);
    const own = visibleCreator(actor);
    const visible = own === null ? [] : [eq(custodio, own)];
    const beginning = hasWords(search, 'beginning');
    const isEqual = hasKey(search);
    const best = await withPerson(
      [
        ranked(0, and(...visible, isEqual), limit, NEWEST_OF_FEW),
        ranked(1, and(...visible, beginning, not(isEqual)), limit),
      ],
      limit,
    );
    if (best.length === limit || !beginning || !searchesInner(search)) return best;
    // Most searches are answered by beginnings of words, and parts of words cost more.
    const inner = and(...visible, hasWords(search, 'anywhere'), not(isEqual), not(beginning));
    return [...best, ...(await withPerson([ranked(2, inner, limit - best.length)], limit))];
  };

  const pregnanciesOf = async (women: readonly string[]) => {
    if (women.length === 0) return { screenings: [], controls: [] };
    const [screenings, controls] = await Promise.all([
      db
        .select()
        .from(etmi)
        .where(inArray(etmi.parentId, [...women])),
      db
        .select()
        .from(controlmujer)
        .where(inArray(controlmujer.parentId, [...women])),
    ]);
    return { screenings, controls };
  };

  return {
    /** Women and children that the actor may see, the best matches first; of equal matches the newest. */
    async find(actor: Actor, q: string, limit: number): Promise<FoundPerson[]> {
      const rows = await rowsOf(actor, q, limit);
      const { screenings, controls } = await pregnanciesOf(rows.flatMap(({ mujer }) => mujer?._id ?? []));
      const day = today();
      const ofWoman = <R extends { parentId: string }>(records: readonly R[], woman: string) =>
        records.filter(({ parentId }) => parentId === woman);
      return rows.flatMap(({ nino, mujer }) => {
        if (nino) return [foundChild(nino)];
        // A person deleted meanwhile has neither row.
        if (!mujer) return [];
        const pregnancy = { etmi: ofWoman(screenings, mujer._id), controlmujer: ofWoman(controls, mujer._id) };
        return [foundWoman(mujer, pregnancy, day)];
      });
    },
  };
}
