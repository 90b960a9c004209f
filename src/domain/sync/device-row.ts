import type { KeptOnChild } from '../follow-up/child-summary.ts';
import { isSex, loadStandards } from '../growth/who/standards.ts';
import type { PersonKind } from '../journal/journal.ts';
import { type BookletPerson, type BookletRecords, childRow, listedChild, personRow } from '../lists/booklet-rows.ts';
import type { ListedChild, ListedPerson } from '../lists/listed-row.ts';
import { RECORDS } from '../records/index.ts';
import { KEPT_KINDS, type SyncedBooklet } from './booklet-page.ts';

/** What a device finds and shows a woman or child by, without opening the booklet. */
export type DeviceRow = (ListedPerson | ListedChild) & {
  readonly tipo: PersonKind;
  /** Who has the booklet now. */
  readonly responsable: SyncedBooklet['custodio'];
};

export const isChild = (row: ListedPerson | ListedChild): row is ListedChild & DeviceRow => 'revisar' in row;

const KEPT = Object.keys(KEPT_KINDS);
const keptOn = (persona: SyncedBooklet['persona']) =>
  // `KEPT_KINDS` names them all, and how each travels: what came along is of these types.
  Object.fromEntries(KEPT.map((name) => [name, persona[name] ?? null])) as unknown as KeptOnChild;

const partsOf = ({ custodio, persona, registros }: SyncedBooklet) => ({
  person: { ...persona, custodio: custodio._id } as BookletPerson,
  records: registros as BookletRecords,
});

/** By what came along with the booklet: computing it for thousands would take a phone seconds. */
export function deviceRow(booklet: SyncedBooklet): DeviceRow {
  const { tipo, custodio, persona } = booklet;
  const { person, records } = partsOf(booklet);
  const row = tipo === 'nino' ? listedChild(person, keptOn(persona), records) : personRow(RECORDS.mujer, person);
  return { ...row, tipo, responsable: custodio };
}

/** As of a day: some of what is kept on a child follows from it. */
export async function deviceRowOn(booklet: SyncedBooklet, day: string): Promise<DeviceRow> {
  const { tipo, custodio, persona } = booklet;
  if (tipo !== 'nino') return deviceRow(booklet);
  const { person, records } = partsOf(booklet);
  const sexo = String(persona.sexo ?? '');
  const standards = isSex(sexo) ? await loadStandards(sexo) : null;
  return { ...childRow(person, records, standards, day), tipo, responsable: custodio };
}
