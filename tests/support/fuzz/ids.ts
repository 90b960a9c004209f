import fc from 'fast-check';
import { CATALOGS } from '#domain/catalogs.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { ROLE_NAMES } from '#domain/roles.ts';
import type { Described } from './document.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import { OWNERS, type Role } from './marks.ts';

/** Kinds by the first part of a path after /api. */
const KINDS = new Map<string, string>([
  ...RECORD_LIST.map(({ key, path }) => [path, key] as [string, string]),
  ...Object.keys(CATALOGS).map((key) => [key, `option.${key}`] as [string, string]),
]);
const PEOPLE = ['mujer', 'nino'];
const SUPERVISION: readonly Role[] = ['supervisor', 'administrator'];

/** What a step of an import needs of it; every other call needs a rehearsed one. */
const IMPORT_BEFORE: Readonly<Record<string, string>> = { parar: 'import.queued', deshacer: 'import.written' };

const braces = (names: readonly string[]) => names.map((name) => `{{${name}}}`);
const ofOwners = (key: string, prefix = '') =>
  OWNERS.map((owner) => (prefix ? `${prefix}.${owner}.${key}` : `${key}.${owner}`));

/** Ids of the kind that the path is about. Where the role may really change something, only spare ones. */
function fitting({ path, method }: Described, role: Role): string[] {
  const [, , area = '', second = '', step = ''] = path.split('/');
  const kind = KINDS.get(area) ?? '';
  const changes = method !== 'GET' && SUPERVISION.includes(role);
  if (path.includes('/eliminados/')) return ['deleted'];
  if (area === 'metas') return ['goal.any'];
  if (area === 'sistemas') return ['system.any'];
  if (area === 'retenidos') return ['retained'];
  if (area === 'importaciones') return [IMPORT_BEFORE[step] ?? 'import.rehearsed'];
  // Only the user's own device is cut off.
  if (path.includes('{equipo}')) return ['user.own', ...OWNERS.map((owner) => `user.${owner}`)];
  if (area === 'users')
    return changes ? ['user.spare'] : ['user.spare', 'user.user', ...OWNERS.map((owner) => `user.${owner}`)];
  if (area === 'segundo-factor') return ROLE_NAMES.map((name) => `role.${name}`);
  if (area === 'equipos') return OWNERS.map((owner) => `device.${owner}`);
  if (area === 'sesiones') return OWNERS.map((owner) => `session.${owner}`);
  if (kind.startsWith('option.')) return [kind];
  const keys = area === 'auditoria' ? PEOPLE : [kind || second];
  if (changes) return keys.flatMap((key) => ofOwners(key, 'spare'));
  const all = keys.flatMap((key) => ofOwners(key));
  if (method === 'GET') return all;
  return [...all.filter((name) => !name.endsWith(`.${role}`)), ...keys.map((key) => `spare.own.${key}`)];
}

const UNKNOWN = ['{{new.id}}', '{{role.ROLE_USUARIO}}', '{{user.spare}}', '{{option.discapacidad}}'];

/** An id that the role may use; for changes a spare one of its own. */
export function usualId(call: Described, role: Role): string {
  const names = fitting(call, role);
  const own = names.find((name) => name.startsWith('spare.own')) ?? names.find((name) => name.endsWith(`.${role}`));
  return `{{${own ?? names[0]}}}`;
}

/** Values for an id: a fitting one, one of another kind, an unknown one, or no id. */
export function idsFor(call: Described, role: Role): fc.Arbitrary<string> {
  const right = braces(fitting(call, role));
  const upper = right.map((name) => name.replace('}}', '|upper}}'));
  // An id of another kind is unknown there, so nothing changes.
  const others = UNKNOWN.filter((name) => !(call.path.includes('/users') && name.includes('user.')));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...upper) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
    { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  );
}

/** Persons in a query or body, including those of other owners. */
export const PERSON_IDS: readonly string[] = braces([
  ...PEOPLE.flatMap((key) => ofOwners(key)),
  ...OWNERS.map((owner) => `user.${owner}`),
  'nino.own',
  'mujer.own',
  'new.id',
]);

/** Search terms that match persons of every owner. */
export const SEARCH_TERMS: readonly string[] = braces(OWNERS.flatMap((owner) => [`word.${owner}`, `cedula.${owner}`]));
