import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';

const SCHEMA = JSON.parse(readFileSync(new URL('../fixtures/fhir-r4.schema.json', import.meta.url), 'utf8'));

// `strict` would refuse the keyword `pattern` of numbers, which HL7's schema has.
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema({ ...SCHEMA, $id: SCHEMA.id, id: undefined });

/** What HL7's schema of its type finds wrong with a resource, as "path message". */
export function schemaProblems(resource: { readonly resourceType: string }): string[] {
  const validate = ajv.getSchema(`${SCHEMA.id}#/definitions/${resource.resourceType}`);
  if (!validate) throw new Error(`The schema has no ${resource.resourceType}`);
  if (validate(resource)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }: ErrorObject) =>
      `${resource.resourceType}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
