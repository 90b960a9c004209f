import { keysAgainMs } from '#domain/device/vault.ts';
import { ApiError, failureOf } from '#web/lib/api-errors.ts';
import { onServerBack } from '#web/lib/server-reach.ts';
import { onSessionChange } from '#web/lib/session.ts';

/** Waits until the server is back or the account changes, at most this long. */
const untilWorthAsking = (account: string, ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stops = [onServerBack(end), onSessionChange((next) => next?._id === account || end())];
  });

/** Requests the keys again after a failure. @param isWanted checked before each request and after it @returns null after a refusal, or if they are not wanted any more */
export async function keysLater<T>(
  failure: unknown,
  account: string,
  ask: () => Promise<T>,
  isWanted: () => boolean,
): Promise<T | null> {
  let error = failure;
  for (let failures = 1; ; failures += 1) {
    const askedMs = error instanceof ApiError ? error.retryAfter * 1_000 : 0;
    const ms = keysAgainMs(failureOf(error), failures, askedMs, Math.random());
    if (ms === null) return null;
    await untilWorthAsking(account, ms);
    if (!isWanted()) return null;
    try {
      const keys = await ask();
      return isWanted() ? keys : null;
    } catch (next) {
      if (failureOf(next) === null) throw next;
      error = next;
    }
  }
}
