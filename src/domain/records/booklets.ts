import type { RecordDefinition } from './define-record.ts';
import { RECORD_LIST } from './index.ts';

interface BookletPart {
  readonly list: string;
  readonly definition: RecordDefinition;
}

export interface Booklet {
  readonly person: RecordDefinition;
  readonly name: string;
  readonly parts: readonly BookletPart[];
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

export const BOOKLETS: readonly Booklet[] = RECORD_LIST.filter(({ parent }) => !parent).map(bookletOf);
