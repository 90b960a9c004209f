import { UUID } from '../uuid.ts';
import type { NoteKind } from './note-kind.ts';

/** Older ones are forgotten, and asked for again. */
const MAX_CONSENTS = 2_000;

/** The people whose families agreed to get messages, by id. */
export const CONSENTS: NoteKind<string> = {
  name: 'mensajes',
  lasts: 'always',
  maxItems: MAX_CONSENTS,
  personOf: (id) => id,
  parse: (stored) => (typeof stored === 'string' && UUID.test(stored) ? stored : null),
};

/** @returns the same list if the person is in it */
export const addConsent = (consents: readonly string[], id: string): readonly string[] =>
  consents.includes(id) ? consents : [...consents, id];
