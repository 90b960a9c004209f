import { deviceMayAnswer, isAnswer, remainingWaitMs } from '#domain/device/routing.ts';
import { ApiError, failureOf } from '#web/lib/api-errors.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import { type BookletSource, NotOnDevice, PersonNotOnDevice } from './booklet-source.ts';
import { type DeviceSide, forgetCount, type Question } from './choose-source.ts';
import { shownFromDevice } from './shown-from-device.ts';

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
    if (knowsMore(queryKey)) {
      try {
        const value = await ask(reads as Side);
        shownFromDevice.set(!serverReachable());
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
      shownFromDevice.set(false);
      return first.value;
    }
    if (first !== SILENT && isAnswer(failureOf(first.error))) throw first.error;
    try {
      const value = await ask(reads as Side);
      shownFromDevice.set(true);
      void done.then((late) => {
        if (!('value' in late) || forgets !== forgetCount() || knowsMore(queryKey)) return;
        queryClient.setQueryData(queryKey, late.value);
        shownFromDevice.set(false);
      });
      return value;
    } catch (error) {
      if (!(error instanceof NotOnDevice)) throw error;
      const late = await done;
      if ('value' in late) return late.value;
      throw error instanceof PersonNotOnDevice && isWhole() && !isAnswer(failureOf(late.error))
        ? new ApiError(404, null)
        : late.error;
    }
  };
}
