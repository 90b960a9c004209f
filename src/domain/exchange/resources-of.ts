import { type Birth, gestationOf } from '../growth/corrected-age.ts';
import type { RecordKey } from '../records/index.ts';
import { conditionsOf } from './conditions.ts';
import { dayOfField, numberOf, refer } from './elements.ts';
import { encounterId, encountersOf } from './encounters.ts';
import type { ExchangeContext, ExchangedBooklet, ExchangedRow } from './exchanged-booklet.ts';
import { contactField } from './field-elements.ts';
import { growthObservations } from './growth-observations.ts';
import { immunizationOf } from './immunizations.ts';
import { fieldObservations, type Observed } from './observations.ts';
import { patientOf } from './patient.ts';
import { episodesOf, pregnancyObservations } from './pregnancies.ts';
import type { Resource } from './r4.ts';
import { relatedPersonOf } from './related-person.ts';

const IMMUNIZATIONS: readonly string[] = ['vacuna', 'vacunamujer'];

/** The birth of a child as growth is computed from it; the newest newborn record has the days of pregnancy. */
function birthOf({ persona, registros }: ExchangedBooklet): Birth {
  const newborn = (registros.rn ?? []).map((row, orden) => ({
    dias: numberOf(row, 'dias'),
    registered: Math.floor(Date.parse(String(row.fechaRegistro)) / 1_000),
    orden,
  }));
  return { birth: dayOfField(persona, 'fechanacimiento'), gestacion: gestationOf(newborn) };
}

function observedOf(
  key: RecordKey,
  row: ExchangedRow,
  { persona }: ExchangedBooklet,
  { birth }: Birth,
  context: ExchangeContext,
): Observed {
  const person = String(persona._id);
  const field = contactField(key);
  const contact = field === null ? null : dayOfField(row, field);
  // A newborn record has no day of its own: its values are of the birth, or at least not later than their registration.
  const newborn = key === 'rn' ? (birth ?? dayOfField(row, 'fechaRegistro')) : null;
  return {
    ...{ key, row, birth, context, day: contact ?? newborn, patient: refer('Patient', person) },
    encounter: contact === null ? null : refer('Encounter', encounterId(person, contact)),
  };
}

function resourcesOfRecord(observed: Observed, birth: Birth, sex: unknown): Resource[] {
  const { key, context } = observed;
  return [
    ...(IMMUNIZATIONS.includes(key) ? [immunizationOf(observed)] : []),
    ...fieldObservations(observed),
    ...(key === 'control' ? growthObservations(observed, birth, context.standards[String(sex)]) : []),
  ];
}

/** Every resource of a booklet, apart from those of accounts, places and the journal. */
export function resourcesOf(booklet: ExchangedBooklet, context: ExchangeContext): Resource[] {
  const { tipo, persona, registros } = booklet;
  const birth = birthOf(booklet);
  // The keys of `registros` are those of record types.
  const rows = Object.entries(registros).flatMap(([key, some]) => some.map((row) => [key as RecordKey, row] as const));
  return [
    patientOf(booklet, context),
    ...relatedPersonOf(booklet, context),
    ...episodesOf(booklet, context),
    ...encountersOf(booklet, context),
    ...fieldObservations(observedOf(tipo, persona, booklet, birth, context)),
    ...rows.flatMap(([key, row]) =>
      resourcesOfRecord(observedOf(key, row, booklet, birth, context), birth, persona.sexo),
    ),
    ...pregnancyObservations(booklet, context),
    ...conditionsOf(booklet, birth, context),
  ];
}
