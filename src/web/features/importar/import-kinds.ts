import type { Import } from '#domain/calls/importing.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';

const PEOPLE = { mujer: 'Mujeres', nino: 'Niños' } as const;
export type ImportKind = Import['tipo'];

const KINDS = Object.keys(RECORDS) as RecordKey[];

/** The kind that an address names, or ''. */
export const kindOfWord = (word: string): RecordKey | '' => KINDS.find((kind) => kind === word) ?? '';

export const definitionOf = (kind: RecordKey): RecordDefinition => RECORDS[kind];

const isPerson = (kind: RecordKey): kind is keyof typeof PEOPLE => kind in PEOPLE;

/** `Mujeres`, `Control Mujer`. */
export const kindLabel = (kind: RecordKey): string => (isPerson(kind) ? PEOPLE[kind] : definitionOf(kind).titles.short);

/** People first, then their records. */
export const KIND_GROUPS = (['mujer', 'nino'] as const).map((person) => ({
  title: PEOPLE[person],
  kinds: KINDS.filter((kind) => kind === person || definitionOf(kind).parent?.record === person),
}));
