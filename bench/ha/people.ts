import { setTimeout as wait } from 'node:timers/promises';
import { RECORDS } from '#domain/records/index.ts';
import { remoteApi } from '../../tests/support/remote-api.ts';

const WRITERS = 6;
const READERS = 2;
/** Devices retry too, but wait longer. */
const AGAIN_AFTER_MS = 100;

interface Answer {
  readonly status: number;
  readonly at: number;
  readonly message: string;
}

/** The results of the requests in a period. */
export interface Span {
  readonly asked: number;
  readonly failed: Readonly<Record<string, number>>;
  /** Time from the first failure to the first success after the last failure. */
  readonly refusedSeconds: number;
}

const NO_ANSWER = 0;

function spanOf(answers: readonly Answer[], wanted: (status: number) => boolean): Span {
  const bad = answers.filter(({ status }) => !wanted(status));
  const failed: Record<string, number> = {};
  for (const { status, message } of bad) {
    const key = `${status === NO_ANSWER ? 'no answer' : status} ${message}`.slice(0, 160);
    failed[key] = (failed[key] ?? 0) + 1;
  }
  const [first, last] = [bad[0], bad.at(-1)];
  const well = last && answers.find(({ status, at }) => wanted(status) && at > last.at);
  return { asked: answers.length, failed, refusedSeconds: first ? ((well ?? last ?? first).at - first.at) / 1_000 : 0 };
}

export type People = Awaited<ReturnType<typeof startPeople>>;

/**
 * Starts simulated people: some save controls without pause, each control under its own id, others read lists and reports. A refused
 * save is sent again under the same id. The ids of acknowledged saves are recorded.
 */
export async function startPeople(url: string, admin: { cedula: string; password: string }) {
  const { call, signIn } = remoteApi(url);
  const token = await signIn(admin);
  const ninoId = crypto.randomUUID();
  const created = await call('POST', '/api/nino', { ...RECORDS.nino.example, _id: ninoId }, token);
  if (created.status !== 201) throw new Error(`A child: ${created.status}`);
  const sent = new Set<string>();
  const acknowledged = new Set<string>();
  let saves: Answer[] = [];
  let reads: Answer[] = [];
  let reports: Answer[] = [];
  let isEnded = false;

  const attempt = async (into: () => Answer[], method: string, path: string, body?: object): Promise<number> => {
    const { status, message } = await call(method, path, body, token).then(
      (answer) => ({ status: answer.status, message: answer.status < 300 ? '' : String(answer.body.message) }),
      (error: Error) => ({
        status: NO_ANSWER,
        message: String((error.cause as Error | undefined)?.message ?? error.message),
      }),
    );
    into().push({ status, message, at: performance.now() });
    return status;
  };
  const saving = async () => {
    while (!isEnded) {
      const _id = crypto.randomUUID();
      sent.add(_id);
      while (!isEnded) {
        const status = await attempt(() => saves, 'POST', '/api/control', { ...RECORDS.control.example, _id, ninoId });
        if (status === 200 || status === 201) {
          acknowledged.add(_id);
          break;
        }
        await wait(AGAIN_AFTER_MS);
      }
    }
  };
  const reading = async () => {
    while (!isEnded) {
      await attempt(() => reads, 'GET', '/api/nino?limit=20');
      await wait(20);
    }
  };
  const reporting = async () => {
    while (!isEnded) {
      await attempt(() => reports, 'GET', '/api/reportes/tablero');
      await wait(50);
    }
  };
  const working = Promise.all([
    ...Array.from({ length: WRITERS }, saving),
    ...Array.from({ length: READERS }, reading),
    reporting(),
  ]);

  return {
    ninoId,
    sent,
    acknowledged,
    call: (path: string) => call('GET', path, undefined, token),
    /** Runs some work and returns the results of the requests during it. */
    async during(work: () => Promise<void>): Promise<Record<'saves' | 'reads' | 'reports', Span>> {
      [saves, reads, reports] = [[], [], []];
      await work();
      const ok = (status: number) => status === 200;
      return {
        saves: spanOf(saves, (status) => status === 201 || status === 200),
        reads: spanOf(reads, ok),
        reports: spanOf(reports, ok),
      };
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
