import { newId } from '#domain/new-id.ts';

/** The first values are thrown away, since similar seeds begin alike. */
const WARM_UP = 12;

/** Seeded choices (sfc32 by Chris Doty-Humphrey, public domain); with fewer bits, choices of different people would overlap. */
export function createRandom(seed: number, kind = 0, sequence = 0) {
  let [a, b, c, counter] = [seed | 0, kind | 0, sequence | 0, 1];
  const word = (): number => {
    const drawn = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return drawn >>> 0;
  };
  for (let drawn = 0; drawn < WARM_UP; drawn += 1) word();
  const next = () => word() / 4_294_967_296;
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T;
  return {
    next,
    whole,
    pick,
    /** Mean 0, deviation 1 (Box and Muller, 1958). */
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability: number) => next() < probability,
    /** The id of a row, by the instant at which it was made. */
    id: (madeAt: number) => newId(madeAt, new Uint8Array(Uint32Array.of(word(), word(), word(), word()).buffer)),
  };
}

export type Random = ReturnType<typeof createRandom>;

/** The choices of one person: they depend on the person's number and not on those made before. */
export const randomOf = (seed: number, kind: string, sequence: number): Random =>
  createRandom(seed, kind.charCodeAt(0), sequence);

export function weighted<T>(items: readonly T[], weightOf: (item: T, rank: number) => number): (random: Random) => T {
  let total = 0;
  const ends = items.map((item, rank) => {
    total += weightOf(item, rank);
    return total;
  });
  return (random) => {
    const wanted = random.next() * total;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return items[low] as T;
  };
}
