import { isResourceType, RESOURCE_TYPES, type ResourceType } from './resource-types.ts';

/** Reading one resource by id, or searching; an export needs both. */
export type Reading = 'r' | 's';

/** The scope of the figures for DHIS2, which are not FHIR. */
export const DHIS2_SCOPE = 'dhis2.read';

/** The scopes that an administrator can give to a system, in the order of the form (SMART App Launch 2, "Scopes for requesting FHIR Resources"). */
export const SYSTEM_SCOPES: readonly string[] = [
  'system/*.rs',
  ...RESOURCE_TYPES.map((type) => `system/${type}.rs`),
  DHIS2_SCOPE,
];

interface Scope {
  readonly type: ResourceType | '*';
  readonly readings: ReadonlySet<Reading>;
}

const SCOPE = /^system\/(\*|[A-Za-z]{1,30})\.(rs|r|s|read)$/;

/** @returns null for a scope that does not name what the server can give */
function parseScope(scope: string): Scope | null {
  const [, type = '', letters = ''] = SCOPE.exec(scope) ?? [];
  if (type !== '*' && !isResourceType(type)) return null;
  // `.read` is SMART App Launch 1.
  const readings: Reading[] = letters === 'rs' || letters === 'read' ? ['r', 's'] : [letters === 'r' ? 'r' : 's'];
  return { type, readings: new Set(readings) };
}

/** Whether scopes allow to read a type of resource, by id (`r`) or by a search (`s`). */
export const allows = (scopes: readonly string[], type: ResourceType, reading: Reading): boolean =>
  scopes
    .map(parseScope)
    .some((scope) => scope !== null && (scope.type === '*' || scope.type === type) && scope.readings.has(reading));

/** Whether everything that a scope allows is allowed by the given ones too. */
export function isWithin(scope: string, given: readonly string[]): boolean {
  if (scope === DHIS2_SCOPE) return given.includes(DHIS2_SCOPE);
  const wanted = parseScope(scope);
  if (!wanted) return false;
  const types = wanted.type === '*' ? RESOURCE_TYPES : [wanted.type];
  return types.every((type) => [...wanted.readings].every((reading) => allows(given, type, reading)));
}
