import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeSystems } from '../../src/domain/exchange/own-codes.ts';
import { cantonLocations, organizationOf } from '../../src/domain/exchange/places.ts';
import { practitionerOf } from '../../src/domain/exchange/practitioner.ts';
import { anyBooklet } from '../support/exchange-booklets.ts';
import { isUcum } from './units.mjs';
import { ACCOUNT, assertValid, CHECKS, context, everyResource, problemsOf, SEED } from './validators.mjs';

it('ajv with the official schema, medplum with the profiles of R4, required bindings and units find nothing wrong in places, accounts and code systems', () => {
  const establishment = { _id: ACCOUNT._id, nombre: 'Centro de Salud Colta' };
  assertValid([
    ...cantonLocations(context),
    ...codeSystems(context),
    organizationOf(establishment, context),
    practitionerOf(ACCOUNT),
  ]);
});

describe('the checks', () => {
  const resourceOf = (type) => {
    const [booklet] = fc.sample(anyBooklet('nino'), { numRuns: 1, seed: SEED });
    return everyResource(booklet).find(({ resourceType }) => resourceType === type);
  };
  const vital = () => ({
    resourceType: 'Observation',
    id: 'peso',
    status: 'final',
    category: [
      { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] },
    ],
    code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
    subject: { reference: 'Patient/1' },
    effectiveDateTime: '2026-09-22',
    valueQuantity: { value: 8.5, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
  });

  it('accept a weight as R4 defines it', () => {
    expect(problemsOf(vital())).toEqual([]);
  });

  it.each([
    ['ajv', 'an element that FHIR does not have', () => ({ ...resourceOf('Patient'), cedula: '1' })],
    ['medplum', 'a weight without its day', () => ({ ...vital(), effectiveDateTime: undefined })],
    ['bindings', 'a gender that FHIR does not have', () => ({ ...resourceOf('Patient'), gender: 'mujer' })],
    [
      'units',
      'a weight in a unit that is not one of weight',
      () => ({ ...vital(), valueQuantity: { ...vital().valueQuantity, code: 'cm' } }),
    ],
  ])('refuse: %s, %s', (name, _, make) => {
    expect(CHECKS[name](JSON.parse(JSON.stringify(make())))).not.toEqual([]);
  });

  it('know units of UCUM', () => {
    expect(['kg', 'kg/m2', 'g/dL', '{Zscore}', 'wk'].map(isUcum)).toEqual([true, true, true, true, true]);
    expect(['kilo', 'kg/', 'g//dL', '{a b}', 'meses'].map(isUcum)).toEqual([false, false, false, false, false]);
  });
});
