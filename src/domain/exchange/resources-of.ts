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
import type { ResourceType } from './resource-types.ts';

export const IMMUNIZATIONS: readonly string[] = ['vacuna', 'vacunamujer'];

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
  { persona, registros }: ExchangedBooklet,
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
    ...{ person: persona, newborn: registros.rn ?? [] },
    encounter: contact === null ? null : refer('Encounter', encounterId(person, contact)),
  };
}

/** The keys of `registros` are those of record types. */
const rowsOf = ({ registros }: ExchangedBooklet) =>
  Object.entries(registros).flatMap(([key, some]) => some.map((row) => [key as RecordKey, row] as const));

function observationsOf(booklet: ExchangedBooklet, birth: Birth, context: ExchangeContext): Resource[] {
  const { tipo, persona } = booklet;
  return [
    ...fieldObservations(observedOf(tipo, persona, booklet, birth, context)),
    ...rowsOf(booklet).flatMap(([key, row]) => {
      const observed = observedOf(key, row, booklet, birth, context);
      const growth =
        key === 'control' ? growthObservations(observed, birth, context.standards[String(persona.sexo)]) : [];
      return [...fieldObservations(observed), ...growth];
    }),
    ...pregnancyObservations(booklet, context),
  ];
}

const immunizationsOf = (booklet: ExchangedBooklet, birth: Birth, context: ExchangeContext): Resource[] =>
  rowsOf(booklet).flatMap(([key, row]) =>
    IMMUNIZATIONS.includes(key) ? [immunizationOf(observedOf(key, row, booklet, birth, context))] : [],
  );

type Maker = (booklet: ExchangedBooklet, birth: Birth, context: ExchangeContext) => readonly Resource[];

const MAKERS = {
  Patient: (booklet, _, context) => [patientOf(booklet, context)],
  RelatedPerson: (booklet, _, context) => relatedPersonOf(booklet, context),
  EpisodeOfCare: (booklet, _, context) => episodesOf(booklet, context),
  Encounter: (booklet, _, context) => encountersOf(booklet, context),
  Observation: observationsOf,
  Immunization: immunizationsOf,
  Condition: conditionsOf,
} satisfies Partial<Record<ResourceType, Maker>>;

/**
 * The resources of a booklet, apart from those of accounts, places and the journal.
 * @param types by default all
 */
export function resourcesOf(
  booklet: ExchangedBooklet,
  context: ExchangeContext,
  types?: ReadonlySet<string>,
): Resource[] {
  const birth = birthOf(booklet);
  return Object.entries(MAKERS).flatMap(([type, make]: [string, Maker]) =>
    types === undefined || types.has(type) ? make(booklet, birth, context) : [],
  );
}
