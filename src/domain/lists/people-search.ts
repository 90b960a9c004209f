import { oncePerDeclaration } from '../once.ts';
import { isPhoneText, phoneKey } from '../phone.ts';
import { hasLetterOrDigit, searchWords } from '../text.ts';
import type { ListedPerson } from './listed-row.ts';
import { comparator, NEWEST_FIRST } from './order.ts';

/** A shorter number without country code is not compared with telephones. */
const MIN_PHONE_DIGITS = 3;

/** Marks telephones in the searched text, so that they begin a word of their own. */
const PHONE_MARK = '#';

/** Documents are compared by their letters and digits. The SQL function `document_key` computes the same. */
export const documentKey = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

const phoneWord = (text: string): string => {
  const key = phoneKey(text);
  return key && `${PHONE_MARK}${key}`;
};

/** What a person is found by. */
interface SearchedText {
  /** Folded words, each between spaces, so that " ab" finds the beginning of a word. */
  readonly words: string;
  /** Her documents and telephones, compared as a whole. */
  readonly keys: readonly string[];
}

type SearchedPerson = Pick<ListedPerson, 'busqueda'> & {
  readonly cedula?: unknown;
  readonly hcu?: unknown;
  readonly cedulamadre?: unknown;
  readonly celular?: unknown;
  readonly telfdomicilio?: unknown;
};

/** The SQL functions `person_words` and `person_keys` compute the same. */
export function searchedText(person: SearchedPerson): SearchedText {
  const text = (value: unknown) => String(value ?? '');
  const phones = [phoneWord(text(person.celular)), phoneWord(text(person.telfdomicilio))];
  const words = [person.busqueda, documentKey(text(person.cedulamadre)), ...phones].filter(Boolean);
  return {
    words: ` ${words.join(' ')} `,
    keys: [documentKey(text(person.cedula)), documentKey(text(person.hcu)), ...phones].filter(Boolean),
  };
}

export interface PeopleSearch {
  /** A person with one of these keys comes first. */
  readonly keys: readonly string[];
  /** Of each word its alternatives; a person needs one of each word. */
  readonly words: readonly (readonly string[])[];
}

/** A number with country code is certainly a telephone. */
const isInternational = (text: string) => isPhoneText(text) && /^ *(?:\+|00)/.test(text);

function phoneAlternative(text: string): string[] {
  const digits = isPhoneText(text) ? phoneKey(text).length : 0;
  return digits >= MIN_PHONE_DIGITS || (digits > 0 && isInternational(text)) ? [phoneWord(text)] : [];
}

const documentAlternative = (word: string) => (/[0-9]/.test(word) ? [documentKey(word)] : []);

const alternativesOf = (word: string) => [
  ...new Set([word, ...documentAlternative(word), ...phoneAlternative(word)].filter(hasLetterOrDigit)),
];

/** @param q at least one letter or digit */
export function peopleSearch(q: string): PeopleSearch {
  // A number with country code is one word, although it is usually written with spaces.
  const words = isInternational(q) ? [q.replaceAll(' ', '')] : searchWords(q).filter(hasLetterOrDigit);
  return {
    keys: [documentKey(q), ...phoneAlternative(q)].filter(Boolean),
    words: words.map(alternativesOf),
  };
}

/** Where a word may stand in the searched text. */
export type Placement = 'beginning' | 'anywhere';

/** The text that contains a word at a placement, as `words` of {@link searchedText} spells it. */
export const placedText = (word: string, placement: Placement): string =>
  placement === 'beginning' ? ` ${word}` : word;

const containsAll = ({ words }: PeopleSearch, text: string, placement: Placement) =>
  words.length > 0 &&
  words.every((alternatives) => alternatives.some((word) => text.includes(placedText(word, placement))));

/** 0 for an equal document or telephone, 1 for beginnings of words, 2 for parts of words; null if the person is not found. */
function rankOf(search: PeopleSearch, { words, keys }: SearchedText): number | null {
  if (search.keys.some((key) => keys.includes(key))) return 0;
  if (containsAll(search, words, 'beginning')) return 1;
  return containsAll(search, words, 'anywhere') ? 2 : null;
}

const FOUND_ORDER = [NEWEST_FIRST, { field: 'orden', descending: true }, { field: 'tipo', descending: false }] as const;

const searchedTextOf = oncePerDeclaration(searchedText);

/** The best matches first; of equal matches the newest. Answers as the server does. */
export function findPeople<R extends ListedPerson & { readonly tipo: string }>(
  rows: readonly R[],
  q: string,
  limit: number,
): R[] {
  const search = peopleSearch(q);
  const inOrder = comparator(FOUND_ORDER);
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(search, searchedTextOf(row));
    return rank === null ? [] : [{ row, rank }];
  });
  ranked.sort((a, b) => a.rank - b.rank || inOrder(a.row, b.row));
  return ranked.slice(0, limit).map(({ row }) => row);
}
