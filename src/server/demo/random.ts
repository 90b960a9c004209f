/** Random choices from a fixed seed (mulberry32, public domain): the same seed always gives the same population. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + next() * (max - min);
  const whole = (min: number, max: number) => Math.floor(between(min, max + 1));
  return {
    between,
    whole,
    /** Mean 0, deviation 1: the sum of twelve uniform numbers. */
    normal: () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6),
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T,
  };
}

export type Random = ReturnType<typeof createRandom>;
