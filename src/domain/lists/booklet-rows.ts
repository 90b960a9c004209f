import type { StoredRecord } from '../calls/record-wire.ts';
import {
  childSummary,
  type StoredChildSummary,
  type SummarisedControl,
  type SummarisedRecords,
  type SummarisedVaccine,
} from '../follow-up/child-summary.ts';
import type { Standards } from '../growth/who/standards.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { nino } from '../records/nino.ts';
import type { FlatRecord } from '../records/row.ts';
import type { ListedChild, ListedPerson } from './listed-row.ts';
import { searchText } from './search-text.ts';

/** A flat record of a booklet. `orden`: order of registration; `advertida`: saved in spite of a warning. */
export type BookletRecord = StoredRecord & FlatRecord & { readonly orden: number; readonly advertida: boolean };

export type BookletPerson = BookletRecord & { readonly custodio: string };

export type BookletRecords = Readonly<Record<string, readonly BookletRecord[]>>;

export const personRow = (definition: RecordDefinition, person: BookletPerson): ListedPerson => ({
  ...person,
  busqueda: searchText(definition, person),
});

const birthOf = ({ fechanacimiento }: BookletPerson) => (fechanacimiento ? String(fechanacimiento) : null);

/** The day of the latest of a child's haemoglobin screenings, in any order; null without one. */
export const latestScreening = (screenings: readonly FlatRecord[]): string | null =>
  screenings
    .map(({ fechaaplicacion }) => String(fechaaplicacion))
    .sort()
    .at(-1) ?? null;

export const listedChild = (
  child: BookletPerson,
  summary: StoredChildSummary,
  records: BookletRecords,
): ListedChild => ({
  ...personRow(nino, child),
  ...summary,
  sexo: String(child.sexo ?? ''),
  fechanacimiento: birthOf(child),
  meses: [...new Set((records.control ?? []).map(({ fecha }) => String(fecha).slice(0, 7)))],
  advertencia:
    Object.values(records)
      .flatMap((some) => some.filter(({ advertida }) => advertida))
      .map(({ fechaRegistro }) => fechaRegistro)
      .sort()
      .at(-1) ?? null,
  ultimaHemoglobina: latestScreening(records.anemia ?? []),
});

const withInstant = <T extends BookletRecord>(record: T) => ({
  ...record,
  registered: Date.parse(record.fechaRegistro) / 1000,
});

/** Computes the summary as of a day, as the server does. @param standards those of the child's sex; null if it is unknown */
export function childRow(
  child: BookletPerson,
  records: BookletRecords,
  standards: Standards | null,
  day: string,
): ListedChild {
  const about = { birth: birthOf(child), registered: new Date(child.fechaRegistro) };
  const { control = [], vacuna = [], rn = [] } = records;
  const summarised: SummarisedRecords = {
    control: control.map((record) => withInstant(record as BookletRecord & SummarisedControl)),
    vacuna: vacuna as readonly (BookletRecord & SummarisedVaccine)[],
    rn: rn.map((record) => withInstant(record as BookletRecord & SummarisedRecords['rn'][number])),
  };
  return listedChild(child, childSummary(about, summarised, standards, day).child, records);
}
