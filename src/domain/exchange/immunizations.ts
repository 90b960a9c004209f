import { VACCINES, vaccineOf } from '../vaccines/vaccine-names.ts';
import { WOMEN_VACCINES, womenVaccineOf } from '../vaccines/women-vaccines.ts';
import { coding, concept, dayOfField, establishmentOf, idOf, metaOf, numberOf, textOf } from './elements.ts';
import type { ExchangeContext, ExchangedRow } from './exchanged-booklet.ts';
import type { Observed } from './observations.ts';
import { ownCoding } from './own-codes.ts';
import type { CodeableConcept, Immunization } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';
import { VACCINE_CODES, WOMEN_VACCINE_CODES } from './vaccine-codes.ts';

function codeOf(row: ExchangedRow, { base }: ExchangeContext): CodeableConcept {
  const text = textOf(row, 'tipovacuna') ?? textOf(row, 'tipo');
  const child = row.tipovacuna === undefined ? undefined : vaccineOf(String(row.tipovacuna));
  const woman = row.tipovacuna === undefined ? womenVaccineOf(row.tipo, row.nombrevacuna) : undefined;
  const vaccine = child
    ? { ...VACCINES[child], ...VACCINE_CODES[child] }
    : woman && { ...WOMEN_VACCINES[woman], ...WOMEN_VACCINE_CODES[woman] };
  if (!vaccine) return concept([], text);
  const { label, atc, cvx } = vaccine;
  return concept(
    [
      ...(cvx === undefined ? [] : [coding(SYSTEMS.cvx, cvx)]),
      coding(SYSTEMS.atc, atc),
      ownCoding(base, 'libreta-vacunas', child ?? `mujer.${woman}`, label),
    ],
    text,
  );
}

function performersOf(row: ExchangedRow, context: ExchangeContext): NonNullable<Immunization['performer']> {
  const [giver, establishment] = [textOf(row, 'vacunador'), establishmentOf(row, context)];
  const performing = concept([coding(SYSTEMS.vaccinator, 'AP')]);
  return [
    ...(giver === null ? [] : [{ function: performing, actor: { display: giver } }]),
    ...(establishment === null ? [] : [{ actor: establishment }]),
  ];
}

/** A dose that was recorded; `primarySource` is left out because the record does not say who knew of it. */
export function immunizationOf({ row, patient, encounter, context }: Observed): Immunization {
  const [lotNumber, name, series, dose] = [
    textOf(row, 'lote'),
    textOf(row, 'nombrevacuna'),
    textOf(row, 'clasificacion'),
    numberOf(row, 'dosis'),
  ];
  const performer = performersOf(row, context);
  const recorded = textOf(row, 'fechaRegistro');
  return {
    resourceType: 'Immunization',
    id: idOf(row),
    meta: metaOf(row),
    status: 'completed',
    vaccineCode: codeOf(row, context),
    patient,
    ...(encounter && { encounter }),
    // The element must be there, and the field is required.
    occurrenceDateTime: dayOfField(row, 'fechaaplicacion') ?? '',
    ...(recorded && { recorded }),
    ...(lotNumber && { lotNumber }),
    ...(performer.length > 0 && { performer }),
    ...(name && { note: [{ text: name }] }),
    ...(dose !== null && { protocolApplied: [{ ...(series && { series }), doseNumberPositiveInt: dose }] }),
  };
}
