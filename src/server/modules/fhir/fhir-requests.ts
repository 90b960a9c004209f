import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { AnyResource } from '#domain/exchange/search-parameters.ts';
import type { Pair, Search } from '#domain/exchange/search-query.ts';
import { UUID } from '#domain/uuid.ts';
import { queryPairs, requireNoPairs } from './fhir-plugin.ts';
import { CURSOR_PARAMETER, type PagePosition } from './page-cursor.ts';

/** medplum's client adds `_count` to a next link; the cursor's own holds. */
const BESIDE_CURSOR: ReadonlySet<string> = new Set(['_format', '_pretty', '_count']);

/** @returns what a search says, and how far it got if it goes on */
export function searchOf(
  pairs: readonly Pair[],
  read: (cursor: string) => { pairs: readonly Pair[]; position: PagePosition },
) {
  const [cursor] = pairs.filter(([name]) => name === CURSOR_PARAMETER);
  if (!cursor) return { pairs, position: null };
  requireNoPairs(
    pairs.filter((one) => one !== cursor),
    BESIDE_CURSOR,
  );
  return read(cursor[1]);
}

export function notModified(request: FastifyRequest, reply: FastifyReply, { meta }: AnyResource): boolean {
  const { versionId, lastUpdated } = meta ?? {};
  if (lastUpdated) reply.header('Last-Modified', new Date(lastUpdated).toUTCString());
  if (versionId === undefined) return false;
  const tag = `W/"${versionId}"`;
  reply.header('ETag', tag);
  const given = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^(?!W\/)/, 'W/'));
  return given?.some((one) => one === tag || one === 'W/*') ?? false;
}

/** The people whose resources a page has. */
export const peopleOf = (resources: readonly AnyResource[]): string[] => {
  const ids = resources.flatMap((resource) => {
    if (resource.resourceType === 'Patient') return resource.id;
    const reference = 'subject' in resource ? resource.subject : 'patient' in resource ? resource.patient : undefined;
    return reference?.reference?.replace('Patient/', '') ?? [];
  });
  return [...new Set(ids)];
};

/** The person of all resources of a page; null if there are several, or none. */
export function onlyPersonOf(resources: readonly AnyResource[]): string | null {
  const [only, ...others] = peopleOf(resources);
  return only !== undefined && others.length === 0 ? only : null;
}

/** @throws AppError mediaType for another body than a form */
export function formPairs(request: FastifyRequest): Pair[] {
  const { body = '' } = request;
  if (typeof body !== 'string') throw new AppError('mediaType');
  return [...queryPairs(request), ...new URLSearchParams(body)];
}

/** The person whose resources alone a search finds. */
export function onePerson({ narrowings }: Search): string | null {
  const [first, ...others] = narrowings.filter(({ name }) => name === 'patient').flatMap(({ values }) => values);
  const id = first && others.length === 0 ? String(first.value).replace(/^Patient\//, '') : null;
  return id !== null && UUID.test(id) ? id : null;
}
