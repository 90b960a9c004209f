import type { AnyResource } from '#domain/exchange/search-parameters.ts';
import type { Pair } from '#domain/exchange/search-query.ts';

interface SearchBundle {
  readonly base: string;
  readonly self: string;
  readonly next?: string | undefined;
  readonly total?: number;
  readonly matches?: readonly AnyResource[];
  readonly included?: readonly AnyResource[];
}

export const addressOf = (base: string, path: string, pairs: readonly Pair[]): string => {
  const query = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
  return `${base}/${path}${query ? `?${query}` : ''}`;
};

/** https://hl7.org/fhir/R4/bundle.html#searchset. A list without items is left out, as FHIR wants it. */
export function searchBundle({ base, self, next, total, matches = [], included = [] }: SearchBundle) {
  const entryOf = (mode: 'match' | 'include') => (resource: AnyResource) => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode },
  });
  const entry = [...matches.map(entryOf('match')), ...included.map(entryOf('include'))];
  const link = [{ relation: 'self', url: self }, ...(next === undefined ? [] : [{ relation: 'next', url: next }])];
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link,
    ...(entry.length > 0 && { entry }),
  };
}
