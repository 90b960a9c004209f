import fc from 'fast-check';
import { expect, it } from 'vitest';
import { provenanceOf } from '../../src/domain/exchange/provenance.ts';
import { RESOURCE_TYPES } from '../../src/domain/exchange/resource-types.ts';
import { resourcesOf } from '../../src/domain/exchange/resources-of.ts';
import { PERSON_KINDS } from '../../src/domain/journal/journal.ts';
import { anyBooklet, exchangeContext } from '../support/exchange-booklets.ts';
import { bindingProblems, lookedInto } from './bindings.mjs';
import { medplumProblems, schemaProblems } from './definitions.mjs';
import { unitProblems } from './units.mjs';

/** Of each kind, an even number; EXCHANGE_BOOKLETS changes it. */
const BOOKLETS = Number(process.env.EXCHANGE_BOOKLETS ?? 1_000);
export const SEED = 20_261_127;
export const CHECKS = { ajv: schemaProblems, medplum: medplumProblems, bindings: bindingProblems, units: unitProblems };
export const ACCOUNT = { _id: 'c3d9d3e8-0b0c-4b65-8a4f-6f5a1b0a7e01', nombre: 'Rosa', apellido: 'Yuquilema' };

export const context = await exchangeContext();

export const problemsOf = (resource) =>
  Object.entries(CHECKS).flatMap(([name, check]) => check(resource).map((problem) => `${name}: ${problem}`));

/** The first problems with the resource they were found in, so that a failure can be read. */
export function assertValid(resources, seen = new Map()) {
  for (const resource of resources) {
    seen.set(resource.resourceType, (seen.get(resource.resourceType) ?? 0) + 1);
    const problems = problemsOf(resource);
    if (problems.length > 0) expect({ resource, problems }).toEqual({ resource, problems: [] });
  }
}

export function everyResource(booklet) {
  const resources = resourcesOf(booklet, context);
  const entry = {
    id: '77',
    momento: '2026-09-22T15:04:05.678Z',
    accion: 'editar',
    autor: { ...ACCOUNT, esPractitioner: true },
  };
  return [...resources, provenanceOf({ ...entry, registro: booklet.persona._id }, resources)];
}

/** Half of the random booklets. The halves are files of their own, because files run at the same time. */
export function checkRandomBooklets(seed) {
  it(`ajv, medplum, required bindings and units find nothing wrong in ${BOOKLETS / 2} random booklets of each kind`, () => {
    const seen = new Map();
    for (const kind of PERSON_KINDS)
      for (const booklet of fc.sample(anyBooklet(kind), { numRuns: BOOKLETS / 2, seed }))
        assertValid(everyResource(booklet), seen);
    const made = ['Practitioner', 'Organization', 'Location'];
    expect(RESOURCE_TYPES.filter((type) => !seen.has(type) && !made.includes(type))).toEqual([]);
    console.log(`Valid: ${[...seen].map(([type, count]) => `${count} ${type}`).join(', ')}`);
  });

  it('the checks look into every required value set of these resources, apart from languages and media types', () => {
    const closed = lookedInto().filter(([, isListed]) => !isListed);
    expect(closed.map(([url]) => url)).toEqual([]);
  });
}
