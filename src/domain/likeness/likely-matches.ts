import { isCalendarDate } from '../calendar.ts';
import type { ListedRow } from '../lists/listed-row.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { foldText } from '../text.ts';
import { MIN_SIMILARITY, similarityTo } from './word-similarity.ts';

export type PersonHints = Readonly<Record<string, string | undefined>>;

type Equal = readonly [field: string, value: string];

interface MatchCriteria {
  readonly names: string;
  /** A row matches by this document … */
  readonly document: Equal | null;
  /** … or by similar names and one of these values, if there are any; null without enough data. */
  readonly together: readonly Equal[] | null;
}

export const MAX_MATCHES = 3;

export function matchCriteria({ fields, likeness }: RecordDefinition, hints: PersonHints): MatchCriteria | null {
  if (!likeness) return null;
  const { document, names, together } = likeness;
  const equal = (name: string): Equal[] => {
    const value = hints[name];
    return value && (fields[name]?.kind !== 'date' || isCalendarDate(value)) ? [[name, value]] : [];
  };
  const either = together.flatMap(equal);
  const named = names.every((name) => hints[name]) && (together.length === 0 || either.length > 0);
  const [ofDocument = null] = equal(document);
  if (!ofDocument && !named) return null;
  const folded = foldText(names.map((name) => hints[name] ?? '').join(' '));
  return { names: folded, document: ofDocument, together: named ? either : null };
}

/** Probable duplicates of the person described: the most similar first, then the one registered last. */
export function likelyMatches<R extends ListedRow>(
  definition: RecordDefinition,
  rows: readonly R[],
  hints: PersonHints,
): R[] {
  const criteria = matchCriteria(definition, hints);
  if (!criteria) return [];
  const { names, document, together } = criteria;
  const holds = (row: R, [field, value]: Equal) => row[field] === value;
  const likenessOf = similarityTo(names);
  const likely = rows.flatMap((row) => {
    const same = document !== null && holds(row, document);
    const mayBe = together !== null && (together.length === 0 || together.some((equal) => holds(row, equal)));
    if (!same && !mayBe) return [];
    const likeness = likenessOf(row.busqueda ?? '');
    return same || likeness >= MIN_SIMILARITY ? [{ row, likeness }] : [];
  });
  likely.sort((a, b) => b.likeness - a.likeness || b.row.orden - a.row.orden);
  return likely.slice(0, MAX_MATCHES).map(({ row }) => row);
}
