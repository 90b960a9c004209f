/**
 * Deliberate waits of tests. `npm run check` refuses them elsewhere, because a fixed time is too short on a busy machine; tests wait for an event,
 * with `until` if nothing announces it.
 */

/** Far longer than any awaited event takes. */
const LIMIT_MS = 120_000;
const EVERY_MS = 20;

/** Waits for a duration that is itself part of the test, such as a fault or a slow client. @param _what lasts */
export const lasting = (ms: number, _what: string): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a random time. */
export const randomMoment = (mostMs: number): Promise<void> => lasting(Math.random() * mostMs, 'a random moment');

/** Aborts a request that never ends. @param _what it is */
export const givesUpAfter = (ms: number, _what: string): AbortSignal => AbortSignal.timeout(ms);

/** Waits until a condition holds. @param what the error names on a timeout @returns the value of the condition */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string,
  { withinMs = LIMIT_MS, everyMs = EVERY_MS } = {},
): Promise<NonNullable<T>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > end) throw new Error(`It never came to this: ${what}.`);
    await lasting(everyMs, 'the pause between two looks');
  }
}

/** Awaits work with a time limit. @throws Error naming `what` on a timeout */
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
