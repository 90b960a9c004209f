import type { RecordDefinition } from './define-record.ts';
import { RECORD_LIST } from './index.ts';

interface BookletPart {
  /** Its name in the answer of `GET /api/{path}/pdf/{id}`. */
  readonly list: string;
  readonly definition: RecordDefinition;
}

/** The booklet of one kind of person, as the declarations of her or his records say. */
export interface Booklet {
  readonly person: RecordDefinition;
  /** The person's name in the same answer. */
  readonly name: string;
  readonly parts: readonly BookletPart[];
  /** What is printed, in this order. */
  readonly printed: readonly BookletPart[];
}

export function bookletOf(person: RecordDefinition): Booklet {
  const places = RECORD_LIST.flatMap((definition) =>
    definition.parent?.record === person.key && definition.booklet ? [{ definition, ...definition.booklet }] : [],
  );
  const printed = places.flatMap((part) =>
    typeof part.printed === 'number' ? [{ ...part, place: part.printed }] : [],
  );
  return {
    person,
    name: person.bookletName ?? person.key,
    parts: places,
    printed: printed.sort((one, other) => one.place - other.place),
  };
}

/** One for women, one for children. */
export const BOOKLETS: readonly Booklet[] = RECORD_LIST.filter(({ parent }) => !parent).map(bookletOf);
