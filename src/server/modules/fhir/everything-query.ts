import { FhirError, invalidParameter } from '#domain/exchange/outcome.ts';
import { isResourceType, RESOURCE_TYPES, type ResourceType } from '#domain/exchange/resource-types.ts';
import { MAX_COUNT, type Pair, parseCount, requireBoundedQuery } from '#domain/exchange/search-query.ts';

interface EverythingQuery {
  readonly types: readonly ResourceType[];
  readonly count: number;
  readonly used: readonly Pair[];
}

function typesOf(text: string): ResourceType[] {
  return text.split(',').map((type) => {
    if (!isResourceType(type)) throw invalidParameter(`_type: ${type.slice(0, 50)} no es un tipo de recurso.`);
    return type;
  });
}

/** Parses the parameters of `$everything`: `_type` and `_count`. @throws FhirError for wrong values and, if strict, others */
export function parseEverything(pairs: readonly Pair[], strict: boolean): EverythingQuery {
  requireBoundedQuery(pairs);
  let types: readonly ResourceType[] = RESOURCE_TYPES;
  let count = MAX_COUNT;
  const used: Pair[] = [];
  for (const [name, value] of pairs) {
    if (name === '_type') types = typesOf(value);
    else if (name === '_count') count = parseCount(value, 1);
    else if (strict && name !== '_format' && name !== '_pretty')
      throw new FhirError(400, 'not-supported', `$everything no conoce ${name.slice(0, 100)}.`);
    else continue;
    used.push([name, value]);
  }
  return { types, count, used };
}
