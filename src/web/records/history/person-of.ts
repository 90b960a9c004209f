import type { JournalEntry } from '#domain/calls/journal.ts';
import { PERSON_KINDS, type PersonKind } from '#domain/journal/journal.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { toChild, toWoman } from '#web/records/booklet/booklet-links.ts';

/** Links to the booklets of the people in the journal. */
export const BOOKLET_OF = { mujer: toWoman, nino: toChild } as const satisfies Record<PersonKind, unknown>;

export function subjectKind({ tipo }: Pick<JournalEntry, 'tipo'>): PersonKind | undefined {
  const owner = RECORD_LIST.find(({ key }) => key === tipo)?.parent?.record ?? tipo;
  return PERSON_KINDS.find((kind) => kind === owner);
}
