/** A rest that is waited out; a longer one ends the run, so that the server can end meanwhile. */
const SHORT_REST_MS = 1_000;

/** Decides when a part of background work may begin, and runs it. */
export interface Pace {
  mayBegin(): Promise<boolean>;
  run<T>(part: () => Promise<T>): Promise<T>;
}

export const AT_ONCE: Pace = { mayBegin: async () => true, run: (part) => part() };

/** A pace at which parts take at most the current share of the time, over all runs of the work. */
export function createPace(share: () => number): Pace {
  let restUntil = 0;
  return {
    async mayBegin() {
      // Timers count whole milliseconds, the clock does not.
      const rest = Math.round(restUntil - performance.now());
      if (rest > SHORT_REST_MS) return false;
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest).unref());
      return true;
    },
    async run(part) {
      const begun = performance.now();
      try {
        return await part();
      } finally {
        const now = performance.now();
        restUntil = now + (now - begun) * (1 / share() - 1);
      }
    },
  };
}
