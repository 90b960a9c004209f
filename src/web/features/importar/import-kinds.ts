import type { Import } from '#domain/calls/importing.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { IMPORT_KINDS } from './import-search.ts';

const PEOPLE = { mujer: 'Mujeres', nino: 'Niños' } as const;
export type ImportKind = Import['tipo'];

export const definitionOf = (kind: RecordKey): RecordDefinition => RECORDS[kind];

const isPerson = (kind: RecordKey): kind is keyof typeof PEOPLE => kind in PEOPLE;

/** `Mujeres`, `Control Mujer`. */
export const kindLabel = (kind: RecordKey): string => (isPerson(kind) ? PEOPLE[kind] : definitionOf(kind).titles.short);

/** People first, then their records. */
export const KIND_GROUPS = (['mujer', 'nino'] as const).map((person) => ({
  title: PEOPLE[person],
  kinds: IMPORT_KINDS.filter((kind) => kind === person || definitionOf(kind).parent?.record === person),
}));
