import { deviceMayAnswer, isAnswer, remainingWaitMs } from '#domain/device/routing.ts';
import { ApiError, failureOf } from '#web/lib/api-errors.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import { type BookletSource, NotOnDevice, PersonNotOnDevice } from './booklet-source.ts';
import { type DeviceSide, forgetCount, type Question } from './choose-source.ts';
import { noteShownFrom } from './note-shown-from.ts';

const SILENT = Symbol('silent');
const silenceAfter = (ms: number) => new Promise<typeof SILENT>((resolve) => setTimeout(() => resolve(SILENT), ms));

/** The device answers when the server is silent or was slow the last time. @param knowsMore whether pending work is missing from its answer */
export function eitherSide(
  reads: BookletSource,
  isWhole: () => boolean,
  knowsMore: (queryKey: readonly unknown[]) => boolean,
): DeviceSide['answer'] {
  let lastMs = 0;

  return async function answer<Side, T>(question: Question<Side, T>): Promise<T> {
    const { remote, ask, queryKey } = question;
    const forgets = forgetCount();
    const updates = () => queryClient.getQueryState(queryKey)?.dataUpdateCount ?? 0;
    const before = updates();
    if (knowsMore(queryKey)) {
      try {
        const value = await ask(reads as Side);
        noteShownFrom(serverReachable() ? 'server' : 'device', queryKey);
        return value;
      } catch (error) {
        if (!(error instanceof NotOnDevice)) throw error;
      }
    }
    const begun = question.begun ?? { answer: ask(remote), at: performance.now() };
    const elapsed = () => performance.now() - begun.at;
    const done = begun.answer.then(
      (value) => {
        lastMs = elapsed();
        return { value };
      },
      (error: unknown) => ({ error }),
    );
    const reachable = serverReachable();
    const patience = remainingWaitMs({ lastMs }, reachable, elapsed());
    const first = deviceMayAnswer(isWhole(), reachable)
      ? await Promise.race([done, silenceAfter(patience)])
      : await done;
    if (first === SILENT) lastMs = Number.POSITIVE_INFINITY;
    if (first !== SILENT && 'value' in first) {
      noteShownFrom('server', queryKey);
      return first.value;
    }
    if (first !== SILENT && isAnswer(failureOf(first.error))) throw first.error;
    try {
      const value = await ask(reads as Side);
      noteShownFrom('device', queryKey);
      void done.then((late) => {
        // The device's answer is one update; after another one this answer is the older.
        if (!('value' in late) || forgets !== forgetCount() || knowsMore(queryKey) || updates() > before + 1) return;
        queryClient.setQueryData(queryKey, late.value);
        noteShownFrom('server', queryKey);
      });
      return value;
    } catch (error) {
      if (!(error instanceof NotOnDevice)) throw error;
      const late = await done;
      if ('value' in late) {
        noteShownFrom('server', queryKey);
        return late.value;
      }
      throw error instanceof PersonNotOnDevice && isWhole() && !isAnswer(failureOf(late.error))
        ? new ApiError(404, null)
        : late.error;
    }
  };
}
