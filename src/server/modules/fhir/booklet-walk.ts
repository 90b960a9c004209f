import type { Resource } from '#domain/exchange/r4.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import type { PagePosition } from './page-cursor.ts';
import type { PeoplePosition } from './people.ts';
import type { PersonRef } from './read-booklets.ts';

export interface ResourcePage<R = Resource> {
  readonly resources: readonly R[];
  /** Null at the end. A page may have no resources and still not be the last one. */
  readonly next: PagePosition | null;
}

interface WalkOptions {
  /** Resources of the page. */
  readonly count: number;
  readonly position: PagePosition | null;
  /** People that are read first, at once while the page is not full, and in all: the work of a page is bounded, whatever is found. */
  readonly first: number;
  readonly atOnce: number;
  readonly atMost: number;
  people(position: PeoplePosition | null, limit: number): Promise<PersonRef[]>;
  /** The wanted resources of people, in the order of the people. */
  resourcesOf(refs: readonly PersonRef[]): Promise<Map<string, Resource[]>>;
}

const keyOf = ({ resourceType, id }: Resource) => `${resourceType}/${id}`;

const byKey = (one: Resource, other: Resource) => (keyOf(one) < keyOf(other) ? -1 : 1);

export const positionOf = (tipo: PersonKind, persona: string, recurso?: string): PagePosition => ({
  tipo,
  persona,
  ...(recurso !== undefined && { recurso }),
});

/** What follows a position among the sorted resources of a person. */
const remaining = (resources: readonly Resource[], { persona }: PersonRef, position: PagePosition | null) => {
  const last = position?.persona === persona ? position.recurso : undefined;
  const sorted = resources.toSorted(byKey);
  return last === undefined ? sorted : sorted.filter((resource) => keyOf(resource) > last);
};

export function peoplePosition({ tipo, persona, recurso }: PagePosition): PeoplePosition | null {
  return tipo && persona ? { tipo, persona, isIncluded: recurso !== undefined } : null;
}

/** One page of the resources of people: by kind and id of the person, then by the resource's type and id. */
export async function walkBooklets(options: WalkOptions): Promise<ResourcePage> {
  const { count, atMost } = options;
  const page: Resource[] = [];
  let { position, first: some } = options;
  for (let seen = 0; seen < atMost && page.length < count; ) {
    const refs = await options.people(position && peoplePosition(position), some);
    const resources = await options.resourcesOf(refs);
    for (const ref of refs) {
      const left = remaining(resources.get(ref.persona) ?? [], ref, position);
      const taken = left.slice(0, count - page.length);
      page.push(...taken);
      const last = taken.at(-1);
      if (taken.length < left.length)
        return { resources: page, next: last ? positionOf(ref.tipo, ref.persona, keyOf(last)) : position };
      position = positionOf(ref.tipo, ref.persona);
    }
    if (refs.length < some) return { resources: page, next: null };
    seen += refs.length;
    some = Math.min(2 * some, options.atOnce);
  }
  return { resources: page, next: position };
}

/** One page of a list that is in memory, by the id of the resources. */
export function pageOfList<R extends { readonly id: string }>(
  resources: readonly R[],
  count: number,
  position: PagePosition | null,
): ResourcePage<R> {
  const after = position?.recurso;
  const left = resources
    .filter(({ id }) => after === undefined || id > after)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const page = left.slice(0, count);
  const last = page.at(-1);
  return { resources: page, next: last && page.length < left.length ? { recurso: last.id } : null };
}
