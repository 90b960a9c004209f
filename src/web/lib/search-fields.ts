import './without-eval.ts';
import { z } from 'zod';

/*
 * What the addresses of screens are made of. Whatever somebody types there by hand, a screen gets something it can show:
 * what cannot be read is as if it were not there.
 */

/** Also a number or `true` is text, where the address means text. */
export const text = z.coerce.string<string>().trim().default('').catch('');

export const pageNumber = z.coerce.number<number>().int().positive().default(1).catch(1);

/** One of a few words, or none of them. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z
    .literal(['', ...words])
    .prefault('')
    .catch('');

/** What every list that the server searches and pages keeps in the address. */
export const list = { q: text, pagina: pageNumber };
