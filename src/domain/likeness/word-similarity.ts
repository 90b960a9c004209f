/** `word_similarity` of PostgreSQL's pg_trgm, so that a device finds the same people; after `trgm_op.c` of PostgreSQL 15–18 (PostgreSQL Licence). */

/** The default of `pg_trgm.word_similarity_threshold`, from which `<%` holds. */
export const MIN_SIMILARITY = 0.6;

const WORD = /[\p{Alphabetic}\p{Nd}]+/gu;

/** All trigrams in order; a word is padded with two blanks before and one after. */
function trigramsOf(folded: string): string[] {
  return (folded.match(WORD) ?? []).flatMap((word) => {
    const letters = [' ', ' ', ...word, ' '];
    return letters.slice(2).map((letter, at) => `${letters[at]}${letters[at + 1]}${letter}`);
  });
}

// In single precision, as pg_trgm.
const ratio = (common: number, ones: number, others: number) => Math.fround(common / (ones + others - common));

/** The greatest similarity, 0 to 1, of any stretch of a text: shared trigrams divided by all trigrams. @param searched folded, as the texts */
export function similarityTo(searched: string): (text: string) => number {
  const wanted = new Set(trigramsOf(searched));
  return (text) => bestStretch(wanted, trigramsOf(text));
}

function bestStretch(wanted: ReadonlySet<string>, trigrams: readonly string[]): number {
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

    // The stretch ends here; a later start may be more similar.
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
