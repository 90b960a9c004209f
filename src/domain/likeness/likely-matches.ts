import { isCalendarDate } from '../calendar.ts';
import type { ListedRow } from '../lists/listed-row.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { foldText } from '../text.ts';
import { LIKE_ENOUGH, similarityTo } from './word-similarity.ts';

/** What a form already knows of the person it is about to create; every part may be missing. */
export type Known = Readonly<Record<string, string | undefined>>;

type Equal = readonly [field: string, value: string];

/** When a row is probably the person described. */
interface Sought {
  /** Both names folded, for the order too. */
  readonly names: string;
  /** It holds just this in this field … */
  readonly document: Equal | null;
  /** … or is called alike, and holds one of these where there are any; null when too little is known for that. */
  readonly together: readonly Equal[] | null;
}

export const MOST_MATCHES = 3;

/** What to look for; null when too little is known to tell. */
export function soughtFrom({ fields, likeness }: RecordDefinition, known: Known): Sought | null {
  if (!likeness) return null;
  const { document, names, together } = likeness;
  const equal = (name: string): Equal[] => {
    const value = known[name];
    return value && (fields[name]?.kind !== 'date' || isCalendarDate(value)) ? [[name, value]] : [];
  };
  const either = together.flatMap(equal);
  const named = names.every((name) => known[name]) && (together.length === 0 || either.length > 0);
  const [ofDocument = null] = equal(document);
  if (!ofDocument && !named) return null;
  const folded = foldText(names.map((name) => known[name] ?? '').join(' '));
  return { names: folded, document: ofDocument, together: named ? either : null };
}

/** Of the people one may see those who are probably the one described: the most alike first, then the one registered last. */
export function likelyMatches<R extends ListedRow>(
  definition: RecordDefinition,
  rows: readonly R[],
  known: Known,
): R[] {
  const sought = soughtFrom(definition, known);
  if (!sought) return [];
  const { names, document, together } = sought;
  const holds = (row: R, [field, value]: Equal) => row[field] === value;
  const likenessOf = similarityTo(names);
  const likely = rows.flatMap((row) => {
    const same = document !== null && holds(row, document);
    const mayBe = together !== null && (together.length === 0 || together.some((equal) => holds(row, equal)));
    if (!same && !mayBe) return [];
    const likeness = likenessOf(row.busqueda ?? '');
    return same || likeness >= LIKE_ENOUGH ? [{ row, likeness }] : [];
  });
  likely.sort((a, b) => b.likeness - a.likeness || b.row.orden - a.row.orden);
  return likely.slice(0, MOST_MATCHES).map(({ row }) => row);
}
