/**
 * How much a text is like part of another one, as PostgreSQL's pg_trgm tells it (`word_similarity`, `<%`): a device finds the same
 * people as the server. Written after `trgm_op.c` of PostgreSQL 15 to 18 (PostgreSQL Licence).
 */

/** From this likeness on `<%` holds: `pg_trgm.word_similarity_threshold` as it comes. */
export const LIKE_ENOUGH = 0.6;

const WORD = /[\p{Alphabetic}\p{Nd}]+/gu;

/** Every three letters in a row, in order; a word begins with two blanks and ends with one. */
function trigramsOf(folded: string): string[] {
  return (folded.match(WORD) ?? []).flatMap((word) => {
    const letters = [' ', ' ', ...word, ' '];
    return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
  });
}

/** Of so many in common, in single precision. */
const ratio = (common: number, ones: number, others: number) => Math.fround(common / (ones + others - common));

/**
 * How much texts are like what is sought, from 0 to 1: the greatest likeness of any stretch of a text, which is of the trigrams that
 * both have the share in all that either has.
 * @param sought folded, as the texts
 */
export function similarityTo(sought: string): (text: string) => number {
  const wanted = new Set(trigramsOf(sought));
  return (text) => bestStretch(wanted, trigramsOf(text));
}

function bestStretch(wanted: ReadonlySet<string>, trigrams: readonly string[]): number {
  /** Where each trigram of the stretch stands last. */
  const lastAt = new Map<string, number>();
  let lower = -1;
  let size = 0;
  let common = 0;
  let best = 0;
  for (const [at, trigram] of trigrams.entries()) {
    const isWanted = wanted.has(trigram);
    if (lower < 0 && !isWanted) continue;
    if (!lastAt.has(trigram)) {
      size += 1;
      if (isWanted) common += 1;
    }
    lastAt.set(trigram, at);
    if (!isWanted) continue;
    if (lower < 0) {
      lower = at;
      size = 1;
    }

    // The stretch ends here; it may be more alike when it begins later.
    let here = ratio(common, wanted.size, size);
    let [shorter, shared] = [size, common];
    const before = lower;
    for (let from = before; from <= at; from += 1) {
      const likeness = ratio(shared, wanted.size, shorter);
      if (likeness > here) {
        here = likeness;
        lower = from;
        size = shorter;
        common = shared;
      }
      const dropped = trigrams[from] as string;
      if (lastAt.get(dropped) !== from) continue;
      shorter -= 1;
      if (wanted.has(dropped)) shared -= 1;
    }
    best = Math.max(best, here);
    for (let from = before; from < lower; from += 1) {
      const dropped = trigrams[from] as string;
      if (lastAt.get(dropped) === from) lastAt.delete(dropped);
    }
  }
  return best;
}
