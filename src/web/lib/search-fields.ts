import { belongsToOuter, type FilterKind, orEmpty } from '#domain/calls/filter-kinds.ts';
import { cantonFilter, provinceFilter } from '#domain/calls/place-kinds.ts';
import { nameOfSearch } from './searches.ts';

/* Parsers of search parameters. An unreadable value counts as missing. There is no schema library here because addresses are parsed first of all. */

type Field<T> = (value: unknown) => T;
type Read<Fields> = { [Name in keyof Fields]: Fields[Name] extends Field<infer T> ? T : never };

export type SearchInput<Search> = { [Name in keyof Search]?: Search[Name] | undefined };
export type SearchReader<Search> = (given: SearchInput<Search>) => Search;
export type SearchRead<R> = R extends SearchReader<infer Search> ? Search : never;

export function searchReader<Fields extends Record<string, Field<unknown>>>(
  fields: Fields,
  agree: (search: Read<Fields>) => Read<Fields> = (search) => search,
): SearchReader<Read<Fields>> {
  return (given: Record<string, unknown>) =>
    agree(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(given[name])])) as Read<Fields>);
}

/** The router parses numbers and `true`; both are text here. */
export const text: Field<string> = (value) => (value === undefined ? '' : String(value).trim());

const canton = cantonFilter('provincia');

export const pageNumber: Field<number> = (value) => {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};

/** A value of a closed list, or ''. */
export const closedValue =
  (kind: FilterKind<string>): Field<string> =>
  (value) => {
    const given = text(value);
    return given && (kind.read(given) ?? '');
  };

export const place = { provincia: closedValue(orEmpty(provinceFilter)), canton: closedValue(orEmpty(canton)) };

export const withoutForeignCanton = <S extends { provincia: string; canton: string }>(search: S): S =>
  canton.within && !belongsToOuter(canton.within, search.canton, search.provincia) ? { ...search, canton: '' } : search;

export const oneOfWords =
  <const Word extends string>(words: readonly Word[]): Field<Word | ''> =>
  (value) =>
    words.find((word) => word === value) ?? '';

const searched: Field<string> = (value) => nameOfSearch(text(value));

export const list = { q: searched, pagina: pageNumber };

/** The hub, which finds women and children. */
export const hubSearch = searchReader(list);
/** The screen that adds a person after a search without results. */
export const addSearch = searchReader({ q: searched });
/** The same for a child, also one of a registered mother, by her id. */
export const childAddSearch = searchReader({ q: searched, madre: text });
