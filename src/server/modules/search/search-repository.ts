import { and, asc, desc, eq, getTableColumns, not, or, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, type PgTable, unionAll } from 'drizzle-orm/pg-core';
import { today } from '#domain/calendar.ts';
import { type FoundPerson, foundPerson } from '#domain/calls/search.ts';
import { foundChild, foundWoman } from '#domain/lists/found-person.ts';
import { type PeopleSearch, type Placement, peopleSearch, placedText } from '#domain/lists/people-search.ts';
import { type Actor, visibleCreator } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { controlmujer, etmi, mujer, nino, personSearch } from '#server/db/schema.ts';
import { hasOtherCharacters } from '#server/db/statement-parts.ts';
import { isOfOtherCharacters, isPair, pairCondition, pairValues, patternOf } from '#server/lists/conditions.ts';
import { createStatements, UNNAMED } from '#server/lists/statements.ts';

const { _id, tipo, custodio, fechaRegistro, orden, words, keys } = personSearch;

/** The columns of a table that an answer has. */
const shownOf = (table: PgTable): Record<string, PgColumn> =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => name in foundPerson.shape));
const [OF_CHILD, OF_WOMAN] = [shownOf(nino), shownOf(mujer)];

/** PostgreSQL expects one person in 200 to have a key, and would look for them from the newest on, through all people. No index has this order. */
const NEWEST_OF_FEW = desc(sql`${fechaRegistro} + interval '0'`);

const patternName = (placement: Placement, word: number, alternative: number) => `${placement}_${word}_${alternative}`;

/** By which condition an index finds a text in the middle of a word; a single letter has none. */
type Finder = 'words' | 'pair' | 'other';

function finderOf(text: string, placement: Placement): Finder {
  const pattern = patternOf(placedText(text, placement));
  if (isPair(pattern)) return 'pair';
  return isOfOtherCharacters(pattern) ? 'other' : 'words';
}

const finding = (finder: Finder, name: string): SQL | undefined => {
  if (finder === 'pair') return pairCondition(words, name);
  return finder === 'other' ? hasOtherCharacters(words) : undefined;
};

/** Every word of the search, or an alternative of it, stands there. */
const hasWords = ({ words: given }: PeopleSearch, placement: Placement): SQL | undefined =>
  and(
    ...given.map((some, word) =>
      or(
        ...some.map((text, at) => {
          const name = patternName(placement, word, at);
          return and(sql`${words} like ${sql.placeholder(name)}`, finding(finderOf(text, placement), name));
        }),
      ),
    ),
  );

const patternsOf = ({ words }: PeopleSearch, placement: Placement): Record<string, string> =>
  Object.fromEntries(
    words.flatMap((some, word) =>
      some.flatMap((text, at) => {
        const name = patternName(placement, word, at);
        const pattern = patternOf(placedText(text, placement));
        return [[name, pattern], ...(isPair(pattern) ? Object.entries(pairValues(pattern, name)) : [])];
      }),
    ),
  );

const isUsualWord = (finders: readonly Finder[]): boolean =>
  finders.length === 1 ? finders[0] !== 'other' : finders.length === 2 && finders.every((one) => one === 'words');

/** Searches of one shape are the same statements, built once: at most three usual words. Null for other searches, whose shapes clients choose. */
function shapeOf({ keys, words }: PeopleSearch, own: string | null): string | null {
  const finders = words.map((some) => some.map((text) => finderOf(text, 'anywhere')));
  if (finders.length > 3 || !finders.every(isUsualWord)) return null;
  return [own !== null, keys.length > 0, ...finders.map((some) => some.join('|'))].join('_');
}

type Row = { nino: Readonly<Record<string, unknown>> | null; mujer: Readonly<Record<string, unknown>> | null };

export type SearchRepository = ReturnType<typeof createSearchRepository>;

export function createSearchRepository(db: Db) {
  const statements = createStatements();

  /** @param rank 0 for an equal document or telephone, 1 for beginnings of words, 2 for parts of words */
  const ranked = (rank: number, condition: SQL | undefined, newest: SQL = desc(fechaRegistro)) =>
    db
      .select({ _id, tipo, fechaRegistro, orden, rank: sql<number>`${sql.raw(String(rank))}::int`.as('rank') })
      .from(personSearch)
      .where(condition)
      .orderBy(newest, desc(orden), asc(tipo))
      .limit(sql.placeholder('limit'));

  const withPerson = (first: ReturnType<typeof ranked>, second?: ReturnType<typeof ranked>) => {
    const people = (second ? unionAll(first, second) : first).as('found');
    return db
      .select({ nino: OF_CHILD, mujer: OF_WOMAN })
      .from(people)
      .leftJoin(nino, eq(nino._id, people._id))
      .leftJoin(mujer, eq(mujer._id, people._id))
      .orderBy(asc(people.rank), desc(people.fechaRegistro), desc(people.orden), asc(people.tipo))
      .limit(sql.placeholder('limit'))
      .prepare(UNNAMED);
  };

  /** Statements of one shape of search. PostgreSQL plans them for their words each time, because the best plan depends on them. */
  const searching = (search: PeopleSearch, own: string | null) => {
    const visible = own === null ? [] : [eq(custodio, sql.placeholder('own'))];
    const beginning = hasWords(search, 'beginning');
    // A text of another script has no key.
    const isEqual = search.keys.length === 0 ? sql`false` : sql`${keys} && ${sql.placeholder('keys')}`;
    const inner = and(...visible, hasWords(search, 'anywhere'), not(isEqual), ...(beginning ? [not(beginning)] : []));
    return {
      best: withPerson(
        ranked(0, and(...visible, isEqual), NEWEST_OF_FEW),
        ranked(1, and(...visible, beginning, not(isEqual))),
      ),
      inner: withPerson(ranked(2, inner)),
    };
  };

  const rowsOf = async (actor: Actor, q: string, limit: number): Promise<Row[]> => {
    const search = peopleSearch(q);
    const own = visibleCreator(actor);
    const shape = shapeOf(search, own);
    const { best, inner } = shape ? statements(shape, () => searching(search, own)) : searching(search, own);
    const values = { own, keys: search.keys, ...patternsOf(search, 'beginning'), ...patternsOf(search, 'anywhere') };
    const rows: Row[] = await best.execute({ ...values, limit });
    if (rows.length === limit || search.words.length === 0) return rows;
    // Most searches are answered by beginnings of words, and parts of words cost more.
    return [...rows, ...(await inner.execute({ ...values, limit: limit - rows.length }))];
  };

  const screeningsOf = db
    .select({
      parentId: etmi.parentId,
      orden: etmi.orden,
      fechaRealizacion: etmi.fechaRealizacion,
      semanaGestacion: etmi.semanaGestacion,
    })
    .from(etmi)
    .where(sql`${etmi.parentId} = any(${sql.placeholder('women')})`)
    .prepare('etmi_de_mujeres');
  const controlsOf = db
    .select({
      parentId: controlmujer.parentId,
      orden: controlmujer.orden,
      fechaatencion: controlmujer.fechaatencion,
      fechaproxima: controlmujer.fechaproxima,
    })
    .from(controlmujer)
    .where(sql`${controlmujer.parentId} = any(${sql.placeholder('women')})`)
    .prepare('controles_de_mujeres');

  const pregnanciesOf = async (women: readonly string[]) => {
    if (women.length === 0) return { screenings: [], controls: [] };
    const [screenings, controls] = await Promise.all([screeningsOf.execute({ women }), controlsOf.execute({ women })]);
    return { screenings, controls };
  };

  return {
    /** Women and children that the actor may see, the best matches first; of equal matches the newest. */
    async find(actor: Actor, q: string, limit: number): Promise<FoundPerson[]> {
      const rows = await rowsOf(actor, q, limit);
      const { screenings, controls } = await pregnanciesOf(
        rows.flatMap(({ mujer }) => (mujer ? [String(mujer._id)] : [])),
      );
      const day = today();
      const ofWoman = <R extends { parentId: string }>(records: readonly R[], woman: unknown) =>
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
