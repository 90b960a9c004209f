import { acceptedBodies } from '../fuzz/bodies.ts';
import type { Described } from '../fuzz/document.ts';
import type { Role } from '../fuzz/marks.ts';
import { usualRequest } from '../fuzz/requests.ts';
import { DEEP, MEGABYTE, placesOf, type Replace, toJsonWith, withManyKeys } from '../fuzz/shapes.ts';
import type { World } from '../fuzz/world.ts';
import type { AttackRow } from './table.ts';

/** A complete request that can be sent again unchanged. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Builds a request when it is sent, because the previous one may have deleted what it names. */
type Making = () => Promise<Request>;

const ACCEPTED = acceptedBodies();
const TWO_DAYS_MS = 2 * 86_400_000;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** The accepted body, with a client-chosen id if the call creates something. */
const bodyOf = ({ name }: Described, { creates }: AttackRow): unknown => {
  const accepted = ACCEPTED.get(name);
  return creates ? { ...(accepted as object), _id: '{{new.id}}' } : accepted;
};

/**
 * @param about changes the subject of the request while its placeholders are unresolved
 * @returns the request of an honest client, with an operation id
 */
export async function usualRequestFor(
  world: World,
  call: Described,
  row: AttackRow,
  role: Role,
  about = (text: string) => text,
): Promise<Request> {
  const { method, url, headers, body } = usualRequest(call, role, bodyOf(call, row));
  return {
    method,
    url: await world.resolve(about(url), role),
    headers: { ...headers, 'x-operacion': crypto.randomUUID() },
    body: body && (await world.resolve(about(body), role)),
  };
}

/** @returns the second request with the `_id` and operation id of the first */
export function withIdsOf(first: Request, second: Request): Request {
  const isJson = first.headers['content-type'] === undefined;
  if (!isJson || first.body === undefined || second.body === undefined) return { ...second, headers: first.headers };
  const { _id } = JSON.parse(first.body);
  const body = JSON.stringify({ ...JSON.parse(second.body), ...(_id && { _id }) });
  return { ...second, headers: first.headers, body };
}

/** Requests with another place of the body replaced in each; a file is replaced as a whole, and without a body the query carries the content. */
async function hostile(
  world: World,
  call: Described,
  row: AttackRow,
  { kind, instead, query }: { kind: 'object' | 'text'; instead: Replace; query: string },
): Promise<Making[]> {
  const plain = await usualRequestFor(world, call, row, row.caller);
  if (plain.body === undefined)
    return [async () => ({ ...plain, url: `${plain.url}${plain.url.includes('?') ? '&' : '?'}${query}` })];
  if (call.takesFile) {
    const content = typeof instead === 'string' ? instead : instead('{}');
    return [async () => ({ ...plain, body: await world.resolve(content, row.caller) })];
  }
  const accepted = JSON.parse(plain.body);
  const places = placesOf(accepted, kind);
  return (places.length > 0 ? places : ['']).map((place) => async () => ({
    ...plain,
    body: await world.resolve(toJsonWith(accepted, { [place]: instead }), row.caller),
  }));
}

const queryOf = (count: number) => Array.from({ length: count }, (_, at) => `${at.toString(36)}=1`).join('&');

export const manyKeys = (world: World, call: Described, row: AttackRow) =>
  hostile(world, call, row, {
    kind: 'object',
    instead: withManyKeys(100_000),
    query: queryOf(2_000),
  });

export const deepNesting = (world: World, call: Described, row: AttackRow) =>
  hostile(world, call, row, { kind: 'object', instead: DEEP, query: `a${'[a]'.repeat(4_000)}=1` });

export const megabyteOfText = (world: World, call: Described, row: AttackRow) =>
  hostile(world, call, row, { kind: 'text', instead: `"${MEGABYTE}"`, query: `q=${'x'.repeat(14_000)}` });

/** Two requests, from devices whose clocks are two days fast and two days slow. */
export const clockOff = (world: World, call: Described, row: AttackRow): Making[] =>
  [TWO_DAYS_MS, -TWO_DAYS_MS].map((off) => async () => {
    const plain = await usualRequestFor(world, call, row, row.caller);
    const moved = (text: string) => new Date(Date.parse(text) + off).toISOString();
    return {
      ...plain,
      headers: { ...plain.headers, date: new Date(Date.now() + off).toUTCString() },
      body: plain.body?.replaceAll(INSTANT, moved),
    };
  });
