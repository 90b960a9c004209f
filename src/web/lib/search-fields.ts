import './without-eval.ts';
import { z } from 'zod';
import { type FilterKind, lies, orEmpty } from '#domain/calls/filter-kinds.ts';
import { aCanton, aProvince } from '#domain/calls/place-kinds.ts';

/*
 * What the addresses of screens are made of. Whatever somebody types there by hand, a screen gets something it can show:
 * what cannot be read is as if it were not there.
 */

/** Also a number or `true` is text, where the address means text. */
export const text = z.coerce.string<string>().trim().default('').catch('');

const canton = aCanton('provincia');

export const pageNumber = z.coerce.number<number>().int().positive().default(1).catch(1);

/** What there is of a closed kind, as it is stored. */
export const known = (kind: FilterKind<string>) => text.transform((value) => kind.read(value) ?? '');

/** Where somebody lives. */
export const place = { provincia: known(orEmpty(aProvince)), canton: known(orEmpty(canton)) };

/** Leaves out a canton that lies in another province than the one that stands beside it. */
export const placed = <S extends { provincia: string; canton: string }>(search: S): S =>
  canton.within && !lies(canton.within, search.canton, search.provincia) ? { ...search, canton: '' } : search;

/** One of a few words, or none of them. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z
    .literal(['', ...words])
    .prefault('')
    .catch('');

/** What every list that the server searches and pages keeps in the address. */
export const list = { q: text, pagina: pageNumber };
