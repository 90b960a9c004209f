import fc from 'fast-check';
import { type Described, FILE_TYPE } from './document.ts';
import { HOSTILE_BODIES, HOSTILE_HEADERS, HOSTILE_JSON, HOSTILE_TEXTS } from './hostile.ts';
import { idsFor, PERSON_IDS, SEARCH_TERMS, usualId } from './ids.ts';
import type { Role } from './marks.ts';
import { valuesOf } from './schema-values.ts';
import { placesOf, toJsonWith, withManyKeys } from './shapes.ts';
import { BAD_TOKENS } from './tokens.ts';

/** A request whose placeholders are resolved before sending, so that it can be repeated in another database. */
export interface FuzzRequest {
  /** Name in the API description, such as `PUT /api/nino/{id}`. */
  readonly call: string;
  readonly as: Role;
  /** An invalid token used instead of the role's own. */
  readonly token?: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** The body is sent gzipped. */
  readonly packed?: true | undefined;
}

/** Addresses cannot contain lone surrogates; our placeholders stay unencoded. */
const inAddress = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    /%7B%7B([\w.]+)(?:%7C(\w+))?%7D%7D/g,
    (_, name, change) => (change ? `{{${name}|${change}}}` : `{{${name}}}`),
  );

/** Addresses that a browser would not send. */
const RAW_ADDRESSES = ['%', '%00', '%c0%80', '%ff', '%2e%2e%2f', '%252f', ';a=1', '//', '%0d%0aX: 1'];

/** Values of path parameters other than ids; an unknown parameter throws. */
const PLACES = {
  provincia: ['CHIMBORAZO', 'chimborazo', 'AZUAY'],
  canton: ['COLTA', 'colta', 'nabon'],
  equipo: ['{{device.own}}', '{{device.brigadeTwo}}', '{{new.id}}'],
  token: ['{{code.own}}', '{{code.brigadeOne}}', '{{code.brigadeTwo}}', 'AAAAAAAAAAAAAAAAAAAAAA'],
};

function addresses(call: Described, role: Role): fc.Arbitrary<string> {
  const text = fc.constantFrom(...HOSTILE_TEXTS);
  // An empty id would turn the address into that of another call.
  const place = (name: string) =>
    name === 'id'
      ? idsFor(call, role)
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PLACES[name as keyof typeof PLACES]) }, text);
  const one = (name: string) =>
    fc.oneof(
      {
        weight: 12,
        arbitrary: place(name)
          .filter((value) => value !== '')
          .map(inAddress),
      },
      { weight: 1, arbitrary: fc.constantFrom(...RAW_ADDRESSES) },
    );
  const values = fc.tuple(...call.params.map(one));
  return values.map((given) =>
    call.params.reduce((path, name, index) => path.replace(`{${name}}`, () => given[index] as string), call.path),
  );
}

const WORDS = ['a', 'CHIMBORAZO', 'COLTA', 'FEMENINO', '2026-01-01', '2026-01', '10', 'true', 'ROLE_USUARIO', 'nino'];

function queries({ name: call, query }: Described): fc.Arbitrary<string> {
  if (query.length === 0) return fc.constantFrom('', '', '', '?', '?q=a', '?__proto__=1&constructor=2');
  const pair = fc.constantFrom(...query).chain(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 3, arbitrary: valuesOf(schema).map(String) },
      { weight: 3, arbitrary: fc.constantFrom(...PERSON_IDS, ...SEARCH_TERMS, ...WORDS) },
      { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    );
    const ending = fc.constantFrom('', '', '', '', '', '[]', '[a]', '.a');
    const one = fc.tuple(ending, value).map(([end, text]) => `${name}${end}=${inAddress(text)}`);
    const twice = fc.tuple(one, one).map((both) => both.join('&'));
    return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: twice });
  });
  const needed = query
    .filter(({ name }) => name.endsWith('Id'))
    .map(({ name }) => {
      const kind = name.slice(0, -2);
      const people = ['own', 'own', 'own', 'brigadeOne', 'brigadeTwo', 'supervisor'];
      return fc.constantFrom(...people.map((owner) => `${name}={{${kind}.${owner}}}`));
    });
  const some = fc.array(pair, { maxLength: 4 });
  const required = (REQUIRED[call] ?? []).map((given) => fc.constantFrom(given, given, given, ''));
  return fc
    .tuple(fc.tuple(...needed, ...required), some)
    .map(([own, others]) => [...own, ...others].filter((given) => given !== ''))
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
}

const ADDED = ['"_id":"{{new.id}}"', '"_id":"{{nino.brigadeTwo}}"', '"version":1', '"version":"x"', '"version":null'];
const TWICE = ['"__proto__":{"roles":1}', '"constructor":{"prototype":{}}', '"createdBy":"{{user.brigadeTwo}}"'];

function bodies(schema: NonNullable<Described['body']>, accepted: unknown): fc.Arbitrary<string> {
  const places = placesOf(accepted, 'any').slice(1);
  const changes = fc.dictionary(fc.constantFrom(...places), fc.constantFrom(...HOSTILE_JSON), {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  });
  const whole = toJsonWith(accepted, {});
  // Ids go into reference fields only: stored in a text, they could later be read by other roles.
  const references = places.filter((place) => place.endsWith('Id'));
  const reference = fc
    .tuple(
      fc.constantFrom(...(references.length > 0 ? references : places)),
      fc.constantFrom(...(references.length > 0 ? PERSON_IDS : ['{{new.id}}'])),
    )
    .map(([place, id]) => toJsonWith(accepted, { [place]: JSON.stringify(id) }));
  const generated = valuesOf(schema);
  const beside = generated.map((other) =>
    typeof other === 'object' && other && !Array.isArray(other) ? { ...(accepted as object), ...other } : other,
  );
  const added = fc
    .tuple(
      fc.constantFrom(...ADDED, ...TWICE, ...places.map((place) => `${JSON.stringify(place.slice(1))}:1`)),
      changes,
    )
    .map(([more, changed]) => `${toJsonWith(accepted, changed).slice(0, -1)},${more}}`);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(whole) },
    { weight: 3, arbitrary: fc.constantFrom(...ADDED).map((more) => `${whole.slice(0, -1)},${more}}`) },
    { weight: 4, arbitrary: generated.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: beside.map((value) => JSON.stringify(value)) },
    { weight: 8, arbitrary: changes.map((changed) => toJsonWith(accepted, changed)) },
    { weight: 3, arbitrary: reference },
    { weight: 2, arbitrary: added },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
  );
}

const STRAY_BODIES = fc.oneof(
  { weight: 9, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
);

const FILE_HEADERS = { 'content-type': FILE_TYPE };
/** Beginnings of spreadsheets, and files without a row. */
const HOSTILE_FILES = [
  'PK\u0003\u0004',
  'PK\u0005\u0006',
  '\u00d0\u00cf\u0011\u00e0',
  '\ufeff',
  ';;;\n;;;\n',
  '"',
  '\n\n\n',
];
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Files: the accepted one, with hostile cells beside or above its headers, and contents that are no spreadsheet. */
function files(accepted: string): fc.Arbitrary<string> {
  const [headers = '', ...rows] = accepted.trimEnd().split('\r\n');
  const columns = headers.split(';').length;
  const row = fc
    .array(fc.constantFrom(...HOSTILE_TEXTS), { minLength: columns, maxLength: columns })
    .map((cells) => cells.map(quoted).join(';'));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(accepted) },
    { weight: 3, arbitrary: row.map((hostile) => [headers, hostile, ...rows].join('\r\n')) },
    { weight: 1, arbitrary: row.map((hostile) => [hostile, headers, ...rows].join('\r\n')) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_FILES, ...HOSTILE_BODIES) },
  );
}

function bodiesOf(call: Described, accepted: unknown): fc.Arbitrary<string | undefined> {
  if (call.takesFile) return files(String(accepted));
  return call.body ? bodies(call.body, accepted) : STRAY_BODIES;
}

/** Query parameters that a call requires besides the ids of parents. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'GET /api/buscar': ['q=gualan'],
  'GET /api/dhis2/cifras': ['periodo=202601'],
  'GET /api/dhis2/dataValueSets': ['periodo=2025Q4'],
  'POST /api/importaciones': ['tipo=mujer'],
  'GET /api/importaciones/plantilla.xlsx': ['tipo=nino'],
};

/** The request of an honest client of this role. */
export function usualRequest(call: Described, role: Role, accepted: unknown): FuzzRequest {
  const place = (name: string) => (name === 'id' ? usualId(call, role) : PLACES[name as keyof typeof PLACES][0]);
  const path = call.params.reduce((url, name) => url.replace(`{${name}}`, () => String(place(name))), call.path);
  const needed = call.query.filter(({ name }) => name.endsWith('Id'));
  const parents = needed.map(({ name }) => `${name}={{${name.slice(0, -2)}.own}}`);
  const parameters = [...parents, ...(REQUIRED[call.name] ?? [])].join('&');
  const query = parameters && `?${parameters}`;
  const body = call.takesFile ? String(accepted) : call.body && toJsonWith(accepted, {});
  const headers = call.takesFile && { headers: FILE_HEADERS };
  return { call: call.name, as: role, method: call.method, url: `${path}${query}`, ...headers, ...(body && { body }) };
}

/** As {@link usualRequest}, once per object of the body, with too many keys in it. */
export function crowdedRequests(call: Described, role: Role, accepted: unknown, keys: number): FuzzRequest[] {
  const usual = usualRequest(call, role, accepted);
  return placesOf(accepted, 'object').map((place) => ({
    ...usual,
    body: toJsonWith(accepted, { [place]: withManyKeys(keys) }),
  }));
}

/** Requests to one call as one role, from usual to hostile. */
export function requestsTo(call: Described, role: Role, accepted: unknown): fc.Arbitrary<FuzzRequest> {
  const seldom = <T>(times: number, values: readonly T[]): fc.Arbitrary<T | undefined> =>
    fc.oneof(
      { weight: times, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...values) },
    );
  return fc
    .record({
      path: addresses(call, role),
      query: queries(call),
      token: role === 'nobody' ? seldom(1, BAD_TOKENS) : seldom(14, BAD_TOKENS),
      method: seldom(24, ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', call.method.toLowerCase()]),
      headers: seldom(4, HOSTILE_HEADERS),
      packed: seldom(40, [true] as const),
      body: bodiesOf(call, accepted),
    })
    .map(({ path, query, method = call.method, headers, ...rest }) => ({
      call: call.name,
      as: role,
      method,
      url: `${path}${query}`,
      headers: call.takesFile ? { ...FILE_HEADERS, ...headers } : headers,
      ...rest,
    }));
}
