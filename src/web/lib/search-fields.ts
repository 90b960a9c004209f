import { type FilterKind, lies, orEmpty } from '#domain/calls/filter-kinds.ts';
import { aCanton, aProvince } from '#domain/calls/place-kinds.ts';
import { nameOfSearch } from './searches.ts';

/*
 * What the addresses of screens are made of. Whatever somebody types there by hand, a screen gets something it can show:
 * what cannot be read is as if it were not there. Without a library of schemas: addresses are read before any screen is there.
 */

/** Reads one parameter; undefined where the address says nothing of it. */
type Field<T> = (value: unknown) => T;
type Read<Fields> = { [Name in keyof Fields]: Fields[Name] extends Field<infer T> ? T : never };

/** A link says of the parameters what it wants. */
export type Said<Search> = { [Name in keyof Search]?: Search[Name] | undefined };
/** Reads an address: a value for every parameter. */
export type Reading<Search> = (said: Said<Search>) => Search;
/** What a screen reads from its address. */
export type SearchRead<R> = R extends Reading<infer Search> ? Search : never;

export function reading<Fields extends Record<string, Field<unknown>>>(
  fields: Fields,
  agree: (search: Read<Fields>) => Read<Fields> = (search) => search,
): Reading<Read<Fields>> {
  return (said: Record<string, unknown>) =>
    agree(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(said[name])])) as Read<Fields>);
}

/** Also a number or `true` is text, where the address means text. */
export const text: Field<string> = (value) => (value === undefined ? '' : String(value).trim());

const canton = aCanton('provincia');

export const pageNumber: Field<number> = (value) => {
  const page = Number(value);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};

/** What there is of a closed kind, as it is stored. */
export const known =
  (kind: FilterKind<string>): Field<string> =>
  (value) => {
    const said = text(value);
    return said && (kind.read(said) ?? '');
  };

/** Where somebody lives. */
export const place = { provincia: known(orEmpty(aProvince)), canton: known(orEmpty(canton)) };

/** Leaves out a canton that lies in another province than the one that stands beside it. */
export const placed = <S extends { provincia: string; canton: string }>(search: S): S =>
  canton.within && !lies(canton.within, search.canton, search.provincia) ? { ...search, canton: '' } : search;

/** One of a few words, or none of them. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]): Field<Word | ''> =>
  (value) =>
    words.find((word) => word === value) ?? '';

/** What is searched, by its name: an address that says it in clear is shortened to that. */
const searched: Field<string> = (value) => nameOfSearch(text(value));

/** What every list that the server searches and pages keeps in the address. */
export const list = { q: searched, pagina: pageNumber };
