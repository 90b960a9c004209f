import { RESOURCE_TYPES } from './resource-types.ts';
import { includesOf, SEARCHED_TYPES, type SearchedType, searchParametersOf } from './search-parameters.ts';

/** An operation beside reading and searching, of the whole server or of a type. */
export interface Operation {
  readonly of: 'server' | SearchedType;
  readonly name: string;
  readonly definition: string;
}

const EVERYTHING: Operation = {
  of: 'Patient',
  name: 'everything',
  definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything',
};

const operationsOf = (operations: readonly Operation[], of: Operation['of']) => {
  const own = operations.filter((one) => one.of === of).map(({ name, definition }) => ({ name, definition }));
  return own.length > 0 ? { operation: own } : {};
};

/** Only stored rows have versions: the others are computed. */
const VERSIONED: ReadonlySet<string> = new Set(['Patient', 'Observation', 'Immunization']);

const resourceOf = (type: SearchedType, operations: readonly Operation[]) => ({
  type,
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: VERSIONED.has(type) ? 'versioned' : 'no-version',
  conditionalRead: VERSIONED.has(type) ? 'not-match' : 'not-supported',
  ...(includesOf(type).length > 0 && { searchInclude: includesOf(type) }),
  searchParam: Object.entries(searchParametersOf(type)).map(([name, { kind, documentation }]) => ({
    name,
    type: kind,
    documentation,
  })),
  ...operationsOf(operations, type),
});

/** The SMART extension that names the address of the tokens. Source: https://hl7.org/fhir/smart-app-launch/conformance.html */
const securityOf = (base: string) => ({
  extension: [
    {
      url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
      extension: [{ url: 'token', valueUri: `${base}/token` }],
    },
  ],
  service: [
    {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
          code: 'SMART-on-FHIR',
          display: 'SMART-on-FHIR',
        },
      ],
    },
  ],
  description:
    'SMART Backend Services: client_credentials con private_key_jwt (RS384 o ES384). Un administrador registra el sistema.',
});

/** When what the statement says last changed. */
const CHANGED = '2026-11-27';

/** What the server offers, and nothing else. @param base the address of /fhir @param more operations of other parts of the server */
export const capabilityStatement = (base: string, more: readonly Operation[] = []) => {
  const operations = [EVERYTHING, ...more];
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: CHANGED,
    publisher: 'Ministerio de Salud Pública del Ecuador',
    kind: 'instance',
    software: { name: 'Libreta Integral de Salud' },
    implementation: { description: 'Libreta Integral de Salud, de solo lectura', url: base },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json', 'json'],
    rest: [
      {
        mode: 'server',
        documentation:
          'Solo lectura. Un parámetro repetido exige todo; una coma, cualquiera. Una página puede traer menos de _count y tener «next».',
        security: securityOf(base),
        resource: [...RESOURCE_TYPES, ...SEARCHED_TYPES.filter((type) => type === 'CodeSystem')].map((type) =>
          resourceOf(type, operations),
        ),
        searchParam: [
          { name: '_count', type: 'number', documentation: 'Recursos por página: 50, o hasta 200' },
          { name: '_summary', type: 'token', documentation: 'count: solo el total' },
        ],
        ...operationsOf(operations, 'server'),
      },
    ],
  };
};
