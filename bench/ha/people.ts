import { setTimeout as wait } from 'node:timers/promises';
import { remoteApi } from '../../tests/support/remote-api.ts';
import type { Call } from '../load/connection.ts';
import { timesOf } from '../load/times.ts';

/** Devices retry too, but wait longer. */
const AGAIN_AFTER_MS = 100;

/** What one person does at once. A save, a POST whose body has an `_id`, is sent until it is acknowledged. */
export interface Turn {
  readonly kind: string;
  readonly calls: readonly Call[];
}

/** People who work alike. */
export interface Group {
  readonly count: number;
  /** @returns the milliseconds between two turns of one person */
  pause(): number;
  turn(): Turn;
}

/** One turn as it was answered; a save that was sent again counts once for each time. */
interface Answer {
  readonly isWell: boolean;
  readonly message: string;
  readonly at: number;
  readonly ms: number;
}

/** The answers of one kind of turn in a period. */
export interface Span {
  readonly asked: number;
  readonly failed: Readonly<Record<string, number>>;
  /** Time from the first failure to the first success after the last failure. */
  readonly refusedSeconds: number;
  /** Milliseconds of the turns that were answered well. */
  readonly p50: number;
  readonly p95: number;
}

function spanOf(answers: readonly Answer[]): Span {
  const bad = answers.filter(({ isWell }) => !isWell);
  const failed: Record<string, number> = {};
  for (const { message } of bad) failed[message] = (failed[message] ?? 0) + 1;
  const [first, last] = [bad[0], bad.at(-1)];
  const well = last && answers.find(({ isWell, at }) => isWell && at > last.at);
  const { p50, p95 } = timesOf(answers.flatMap(({ isWell, ms }) => (isWell ? [ms] : [])));
  return {
    asked: answers.length,
    failed,
    refusedSeconds: first ? ((well ?? last ?? first).at - first.at) / 1_000 : 0,
    ...{ p50, p95 },
  };
}

export const failureCount = ({ failed }: Span) => Object.values(failed).reduce((sum, count) => sum + count, 0);

const idOf = ({ method, body }: Call): string | undefined =>
  method === 'POST' ? (body as { _id?: string } | undefined)?._id : undefined;

export type People = ReturnType<typeof startPeople>;

/** Starts simulated people, and records the ids of the saves that were sent and acknowledged. */
export function startPeople(url: string, groups: readonly Group[]) {
  const { call } = remoteApi(url);
  const sent = new Set<string>();
  const acknowledged = new Set<string>();
  let answers = new Map<string, Answer[]>();
  let isEnded = false;

  const send = ({ method, path, body, token }: Call): Promise<string> =>
    call(method, path, body, token).then(
      ({ status, body: answer }) => (status < 300 ? '' : `${status} ${answer.message}`.slice(0, 160)),
      (error: Error) => `no answer ${(error.cause as Error | undefined)?.message ?? error.message}`.slice(0, 160),
    );
  const note = (kind: string, begun: number, message: string) => {
    const at = performance.now();
    const all = answers.get(kind) ?? [];
    answers.set(kind, all);
    all.push({ isWell: message === '', message, at, ms: at - begun });
  };
  const take = async ({ kind, calls }: Turn): Promise<void> => {
    let begun = performance.now();
    for (const each of calls) {
      const id = idOf(each);
      if (id) sent.add(id);
      for (;;) {
        const message = await send(each);
        if (message === '') break;
        note(kind, begun, message);
        if (!id || isEnded) return;
        await wait(AGAIN_AFTER_MS);
        begun = performance.now();
      }
      if (id) acknowledged.add(id);
    }
    note(kind, begun, '');
  };
  const work = async ({ pause, turn }: Group, place: number): Promise<void> => {
    // People do not begin at the same moment.
    await wait(Math.min(pause(), place * 20));
    while (!isEnded) {
      await take(turn());
      await wait(pause());
    }
  };
  const working = Promise.all(
    groups.flatMap((group) => Array.from({ length: group.count }, (_, place) => work(group, place))),
  );

  return {
    sent,
    acknowledged,
    /** Runs some work and returns the answers during it, by the kind of turn. */
    async during(job: () => Promise<void>): Promise<Readonly<Record<string, Span>>> {
      answers = new Map();
      await job();
      return Object.fromEntries([...answers].sort().map(([kind, all]) => [kind, spanOf(all)]));
    },
    /** Waits until `count` more saves are acknowledged. */
    async saved(count: number, withinMs = 120_000): Promise<void> {
      const [enough, deadline] = [acknowledged.size + count, performance.now() + withinMs];
      while (acknowledged.size < enough) {
        if (performance.now() > deadline)
          throw new Error(`Only ${acknowledged.size} of ${enough} saves were acknowledged.`);
        await wait(50);
      }
    },
    async end(): Promise<void> {
      isEnded = true;
      await working;
    },
  };
}
