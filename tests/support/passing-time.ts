/**
 * Time that a test lets pass on purpose. Nowhere else may a test wait for a time: `npm run check` refuses it, because what is hoped to
 * have happened by then has not on a busy machine. A test waits for an event, with `until` where nothing else tells of it.
 */

/** Far longer than anything takes that a test waits for; only what never comes reaches it. */
const LIMIT_MS = 120_000;
const EVERY_MS = 20;

/** Ends after so long: what is tried lasts that long, such as a fault, a slow client or the pause between two tries. @param _what lasts */
export const lasting = (ms: number, _what: string): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Ends at no particular moment of what goes on meanwhile, at most so much later. */
export const randomMoment = (mostMs: number): Promise<void> => lasting(Math.random() * mostMs, 'a random moment');

/** Gives up after so long what never ends, such as a request that nobody answers. @param _what it is */
export const givesUpAfter = (ms: number, _what: string): AbortSignal => AbortSignal.timeout(ms);

/**
 * Ends once a condition holds. @param what the error names when it never does
 * @returns what the condition gave
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string,
  { withinMs = LIMIT_MS, everyMs = EVERY_MS } = {},
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > end) throw new Error(`It never came to this: ${what}.`);
    await lasting(everyMs, 'the pause between two looks');
  }
}

/** What some work gives. @throws Error naming `what` when it does not end; so that a test says what hangs, instead of hanging */
export async function inTime<T>(work: PromiseLike<T>, what: string, withinMs = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${withinMs} ms: ${what}.`)), withinMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
