import { eq, inArray, sql } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { type DatabaseOptions, openDatabase } from '#server/db/connect.ts';
import { control, journal, nino, opcion } from '#server/db/schema.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { type Watched, watchHealth } from './health-watch.ts';
import { expectFiguresExact } from './maintained-figures.ts';
import { inTime, lasting, until } from './passing-time.ts';
import { remoteApi } from './remote-api.ts';
import type { ServerProcess } from './server-process.ts';

const WRITERS = 5;
/** As devices do, but sooner. */
const RETRY_AFTER_MS = 150;
/** Lines added in one slow transaction, by one writer after every fifth child. */
const LINES = 300;
const LINES_EVERY = 5;

/** No answer: the connection was refused or broken. */
export const NO_ANSWER = 0;

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly ms: number;
}

type Server = Pick<ServerProcess, 'url' | 'admin'>;

export interface Settled {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
}

interface Expected {
  /** Children that the test created itself. */
  readonly others?: readonly string[];
  /** Expected findings of the journal verification. */
  readonly findings?: readonly unknown[];
}

export type Ledger = Awaited<ReturnType<typeof keepLedger>>;

/**
 * Writers that save children with a control each, and sometimes many options at once, and a record of what was acknowledged. Refused saves are
 * repeated with the same id until acknowledged.
 * @param servers the processes used in turn
 */
export async function keepLedger(...servers: [Server, ...Server[]]) {
  const signIn = () => remoteApi(servers[0].url).signIn(servers[0].admin);
  let token = await signIn();
  const endWatch = watchHealth(servers[0].url);
  let health: Watched = { longest: { health: 0, live: 0 }, statuses: {}, soonestRefusal: Number.POSITIVE_INFINITY };
  const sent = { nino: new Set<string>(), control: new Set<string>() };
  const acknowledged = new Set<string>();
  const lists: { readonly lines: string[]; acknowledged: boolean }[] = [];
  const refusals: Refusal[] = [];
  let mended: { at: number; works: (seconds: number) => void } | undefined;
  let turn = 0;
  let over = false;

  /** @returns whether it was acknowledged */
  const attempt = async (path: string, body: object): Promise<boolean> => {
    turn += 1;
    const started = performance.now();
    const { url } = servers[turn % servers.length] ?? servers[0];
    const { status, message } = await remoteApi(url)
      .call('POST', path, body, token)
      .then(
        (answer) => ({ status: answer.status, message: String(answer.body.message) }),
        () => ({ status: NO_ANSWER, message: '' }),
      );
    const now = performance.now();
    if (status >= 300 || status === NO_ANSWER) {
      refusals.push({ status, message, ms: now - started });
      // A writer whose session ended signs in again.
      if (status === 401) token = (await signIn()) ?? token;
      return false;
    }
    // Only a save sent after the fault proves that saving works again.
    if (mended && started >= mended.at) mended.works((now - mended.at) / 1_000);
    return true;
  };
  const persist = async (path: string, body: object): Promise<boolean> => {
    while (!over) {
      if (await attempt(path, body)) return true;
      await lasting(RETRY_AFTER_MS, 'the pause before the next try');
    }
    return false;
  };
  const save = async (kind: 'nino' | 'control', body: object): Promise<string | undefined> => {
    const _id = crypto.randomUUID();
    sent[kind].add(_id);
    const own = kind === 'nino' ? { cedula: _id.slice(0, 20) } : {};
    if (!(await persist(`/api/${kind}`, { ...RECORDS[kind].example, ...own, ...body, _id }))) return undefined;
    acknowledged.add(_id);
    return _id;
  };
  const writer = async (_: unknown, number: number) => {
    for (let round = 0; !over; round += 1) {
      const ninoId = await save('nino', {});
      if (ninoId) await save('control', { ninoId });
      if (number > 0 || round % LINES_EVERY > 0) continue;
      const lines = Array.from({ length: LINES }, (__, line) => `CENTRO ${crypto.randomUUID()} ${line}`);
      const list = { lines, acknowledged: false };
      lists.push(list);
      list.acknowledged = await persist('/api/establecimiento/varios', { lineas: lines });
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, writer));
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= (async () => {
      over = true;
      [health] = await Promise.all([endWatch(), writing]);
    })();
    return ending;
  };
  onTestFinished(end);

  return {
    get token() {
      return token;
    },
    /** Complete once the writers have stopped. */
    get health() {
      return health;
    },
    refusals,
    /** Waits for this many more acknowledgements. */
    async progress(count: number): Promise<void> {
      const enough = acknowledged.size + count;
      await until(() => acknowledged.size >= enough, `${enough} saves are acknowledged`, { everyMs: 10 });
    },
    /** Call this when the fault is over. @returns seconds until a save sent afterwards is acknowledged */
    async works(): Promise<number> {
      const acknowledgement = new Promise<number>((works) => {
        mended = { at: performance.now(), works };
      });
      return await inTime(acknowledgement, 'a save is acknowledged again').finally(() => {
        mended = undefined;
      });
    },
    /** Stops the writers. */
    end,
    /** Compares the ledger with a database that no process uses any more, and checks its consistency. */
    settle(database: DatabaseOptions, { others = [], findings = [] }: Expected = {}): Promise<Settled> {
      for (const id of others) sent.nino.add(id);
      return settle(database, { sent, acknowledged, lists }, findings);
    },
  };
}

interface Account {
  readonly sent: Readonly<Record<'nino' | 'control', Set<string>>>;
  readonly acknowledged: Set<string>;
  readonly lists: readonly { readonly lines: string[]; readonly acknowledged: boolean }[];
}

async function settle(
  options: DatabaseOptions,
  { sent, acknowledged, lists }: Account,
  findings: readonly unknown[],
): Promise<Settled> {
  const database = await openDatabase(options);
  const { db } = database;
  try {
    const rows = [
      ...(await db.select({ id: nino._id }).from(nino)).map(({ id }) => ({ id, of: sent.nino })),
      ...(await db.select({ id: control._id }).from(control)).map(({ id }) => ({ id, of: sent.control })),
    ];
    const ours = rows.filter(({ id, of }) => of.has(id));
    const stored = new Set(ours.map(({ id }) => id));
    // Every record has exactly one journal entry of its creation.
    const noted = await db
      .select({ about: journal.about, count: sql<number>`count(*)::int` })
      .from(journal)
      .where(eq(journal.action, 'crear'))
      .groupBy(journal.about);
    const timesNoted = new Map(noted.map(({ about, count }) => [about, count]));
    expect(
      [...stored].filter((id) => timesNoted.get(id) !== 1),
      'noted once in the journal',
    ).toEqual([]);
    expect(
      [...timesNoted.keys()].filter((id) => id && wasSent(sent, id) && !stored.has(id)),
      'noted, but not there',
    ).toEqual([]);

    let lost = [...acknowledged].filter((id) => !stored.has(id)).length;
    for (const list of lists) {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(opcion)
        .where(inArray(opcion.valor, list.lines));
      if (list.acknowledged && row?.count !== list.lines.length) lost += 1;
      expect([0, list.lines.length], 'all lines of a transaction or none').toContain(row?.count);
    }
    const texts = (await verifyJournal(db)).findings.map(({ text }) => text);
    expect(texts, 'what is said of the journal').toEqual(findings);
    await expectFiguresExact(db, 'figures');
    const doubled = rows.length - stored.size;
    return { acknowledged: acknowledged.size + lists.filter((list) => list.acknowledged).length, lost, doubled };
  } finally {
    await database.close();
  }
}

const wasSent = (sent: Account['sent'], id: string) => sent.nino.has(id) || sent.control.has(id);

/** Numbers of refusals by status, such as `503 ×12`. Each must have our own sentence, unless there was no answer. */
export function countRefusals(refusals: readonly Refusal[], allowed: readonly number[]): string {
  const times: Record<number, number> = {};
  for (const { status, message } of refusals) {
    expect(allowed, `${status} ${message}`).toContain(status);
    times[status] = (times[status] ?? 0) + 1;
    if (status === 503) expect(message).toBe(ERRORS.unavailable.message);
    if (status === 507) expect(message).toBe(ERRORS.noSpace.message);
  }
  const parts = Object.entries(times).map(([status, count]) => {
    const what = Number(status) === NO_ANSWER ? 'no answer' : status;
    return `${what} ×${count}`;
  });
  return parts.join(', ') || 'nothing';
}
