import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeSystems } from '../../src/domain/exchange/own-codes.ts';
import { cantonLocations, organizationOf } from '../../src/domain/exchange/places.ts';
import { practitionerOf } from '../../src/domain/exchange/practitioner.ts';
import { provenanceOf } from '../../src/domain/exchange/provenance.ts';
import { RESOURCE_TYPES } from '../../src/domain/exchange/resource-types.ts';
import { resourcesOf } from '../../src/domain/exchange/resources-of.ts';
import { PERSON_KINDS } from '../../src/domain/journal/journal.ts';
import { anyBooklet, exchangeContext } from '../support/exchange-booklets.ts';
import { bindingProblems, lookedInto } from './bindings.mjs';
import { medplumProblems, schemaProblems } from './definitions.mjs';
import { isUcum, unitProblems } from './units.mjs';

/** Of each kind; EXCHANGE_BOOKLETS changes it. */
const BOOKLETS = Number(process.env.EXCHANGE_BOOKLETS ?? 1_000);
const SEED = 20_261_127;
const CHECKS = { ajv: schemaProblems, medplum: medplumProblems, bindings: bindingProblems, units: unitProblems };
const ACCOUNT = { _id: 'c3d9d3e8-0b0c-4b65-8a4f-6f5a1b0a7e01', nombre: 'Rosa', apellido: 'Yuquilema' };

let context;
beforeAll(async () => {
  context = await exchangeContext();
});

const problemsOf = (resource) =>
  Object.entries(CHECKS).flatMap(([name, check]) => check(resource).map((problem) => `${name}: ${problem}`));

/** The first problems with the resource they were found in, so that a failure can be read. */
function assertValid(resources, seen = new Map()) {
  for (const resource of resources) {
    seen.set(resource.resourceType, (seen.get(resource.resourceType) ?? 0) + 1);
    const problems = problemsOf(resource);
    if (problems.length > 0) expect({ resource, problems }).toEqual({ resource, problems: [] });
  }
}

function everyResource(booklet) {
  const resources = resourcesOf(booklet, context);
  const entry = {
    id: '77',
    momento: '2026-09-22T15:04:05.678Z',
    accion: 'editar',
    autor: { ...ACCOUNT, esPractitioner: true },
  };
  return [...resources, provenanceOf({ ...entry, registro: booklet.persona._id }, resources)];
}

describe('ajv with the official schema, medplum with the profiles of R4, required bindings and units find nothing wrong', () => {
  it(`in ${BOOKLETS} random booklets of each kind`, () => {
    const seen = new Map();
    for (const kind of PERSON_KINDS)
      for (const booklet of fc.sample(anyBooklet(kind), { numRuns: BOOKLETS, seed: SEED }))
        assertValid(everyResource(booklet), seen);
    const made = ['Practitioner', 'Organization', 'Location'];
    expect(RESOURCE_TYPES.filter((type) => !seen.has(type) && !made.includes(type))).toEqual([]);
    console.log(`Valid: ${[...seen].map(([type, count]) => `${count} ${type}`).join(', ')}`);
  });

  it('in places, accounts and code systems', () => {
    const establishment = { _id: ACCOUNT._id, nombre: 'Centro de Salud Colta' };
    assertValid([
      ...cantonLocations(context),
      ...codeSystems(context),
      organizationOf(establishment, context),
      practitionerOf(ACCOUNT),
    ]);
  });
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

  it('look into every required value set of the resources that are sent, apart from languages and media types', () => {
    const closed = lookedInto().filter(([, isListed]) => !isListed);
    expect(closed.map(([url]) => url)).toEqual([]);
  });
});
