import type { StoredChildSummary } from '../follow-up/child-summary.ts';
import { isSex } from '../growth/who/sexes.ts';
import { loadStandards } from '../growth/who/standards.ts';
import type { PersonKind } from '../journal/journal.ts';
import { type BookletPerson, type BookletRecords, childRow, listedChild, personRow } from '../lists/booklet-rows.ts';
import type { ListedChild, ListedPerson } from '../lists/listed-row.ts';
import { RECORDS } from '../records/index.ts';
import { SUMMARY_COLUMN_KINDS, type SyncedBooklet } from './booklet-page.ts';

export type DeviceRow = (ListedPerson | ListedChild) & {
  readonly tipo: PersonKind;
  readonly responsable: SyncedBooklet['custodio'];
  readonly codigo: SyncedBooklet['codigo'];
};

export const isChild = (row: ListedPerson | ListedChild): row is ListedChild & DeviceRow => 'revisar' in row;

const SUMMARY_FIELDS = Object.keys(SUMMARY_COLUMN_KINDS);
const summaryOf = (persona: SyncedBooklet['persona']) =>
  // `SUMMARY_COLUMN_KINDS` has all of these fields and the encoding of each, so the types are right.
  Object.fromEntries(SUMMARY_FIELDS.map((name) => [name, persona[name] ?? null])) as unknown as StoredChildSummary;

const partsOf = ({ custodio, persona, registros }: SyncedBooklet) => ({
  person: { ...persona, custodio: custodio._id } as BookletPerson,
  records: registros as BookletRecords,
});

/** Uses the summary that came with the booklet: computing thousands of them would take a phone seconds. */
export function deviceRow(booklet: SyncedBooklet): DeviceRow {
  const { tipo, custodio, codigo, persona } = booklet;
  const { person, records } = partsOf(booklet);
  const row = tipo === 'nino' ? listedChild(person, summaryOf(persona), records) : personRow(RECORDS.mujer, person);
  return { ...row, tipo, responsable: custodio, codigo };
}

/** Computes the summary as of a day, because parts of it depend on the day. */
export async function deviceRowOn(booklet: SyncedBooklet, day: string): Promise<DeviceRow> {
  const { tipo, custodio, codigo, persona } = booklet;
  if (tipo !== 'nino') return deviceRow(booklet);
  const { person, records } = partsOf(booklet);
  const sexo = String(persona.sexo ?? '');
  const standards = isSex(sexo) ? await loadStandards(sexo) : null;
  return { ...childRow(person, records, standards, day), tipo, responsable: custodio, codigo };
}
