import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Outcome } from '#domain/calls/sending.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { ROSA } from '../../../../tests/support/child-on-device.ts';
import { freshBrowser, outboxDevice } from '../../../../tests/support/outbox-page.ts';
import { waiting } from '../../../../tests/support/waiting.ts';

type Answer = (
  ops: PendingOperation[],
) => { status: number; body?: unknown; headers?: Record<string, string> } | 'silence';
const done =
  (of: (one: PendingOperation) => Partial<Outcome> = () => ({})): Answer =>
  (ops) => ({
    status: 200,
    body: { resultados: ops.map((one) => ({ op: one.op, estado: 'hecha', sello: '9', version: 1, ...of(one) })) },
  });

const SESSION = { ...ROSA, email: '', roles: ['ROLE_BRIGADA'], accessToken: 'token' };

/** The operations of each request; the answers in turn, the last one repeated. */
let sent: PendingOperation[][];
let answers: Answer[];

let device: ReturnType<typeof outboxDevice>;

/** A page of the device on which these operations are pending too. */
async function sender(all: readonly PendingOperation[] = []) {
  const { outbox, sends, sendingState } = await device.openPage();
  for (const one of all) await outbox.add(one);
  const onSent = vi.fn();
  return { sends: sends(onSent), outbox, onSent, state: sendingState };
}

/** Advances the time in steps, because the disk and its keys take real time in between. */
async function passes(ms: number, stepMs = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await vi.advanceTimersByTimeAsync(stepMs);
    await expect.poll(async () => (await navigator.locks.query()).held).toEqual([]);
  }
}

beforeEach(() => {
  sent = [];
  answers = [done()];
  device = outboxDevice();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  // Retry pauses without jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  freshBrowser();
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (url === '/api/health') return Response.json({});
    const ops = JSON.parse(body ?? '{}').operaciones;
    sent.push(ops);
    const [next = done()] = answers.length > 1 ? answers.splice(0, 1) : answers;
    const answer = next(ops);
    if (answer === 'silence') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body ?? {}), {
      status: answer.status,
      headers: { 'content-type': 'application/json', ...answer.headers },
    });
  });
});
afterEach(() => {
  device.end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const changed = (one: PendingOperation): PendingOperation => ({ ...one, valores: { nombres: 'INTI' } });
const opsOf = (some: readonly { op: string }[]) => some.map(({ op }) => op);

it('operations are sent in order, in growing batches, and the progress is shown', async () => {
  const all = Array.from({ length: 100 }, () => waiting());
  const { sends, outbox, onSent, state } = await sender(all);
  await sends.send();
  expect(sent.map(({ length }) => length)).toEqual([10, 20, 40, 30]);
  expect(opsOf(sent.flat())).toEqual(opsOf(all));
  expect(outbox.all().every(({ estado, hecha }) => estado === 'hecha' && hecha?.sello === '9')).toBe(true);
  expect(onSent).toHaveBeenCalledOnce();
  expect(state()).toEqual({ is: 'idle' });
});

it('a batch is not larger than the server accepts', async () => {
  const large = { nombres: 'x'.repeat(100_000) };
  const { sends } = await sender([
    waiting({ valores: large }),
    waiting({ valores: large }),
    waiting({ valores: large }),
  ]);
  await sends.send();
  expect(sent.map(({ length }) => length)).toEqual([2, 1]);
});

it('after silence the same batch is sent again unchanged, at growing intervals', async () => {
  const one = waiting();
  answers = [() => 'silence', () => 'silence', done()];
  const { sends, outbox, state } = await sender([one]);
  await sends.send();
  expect(outbox.all()).toMatchObject([{ op: one.op, estado: 'enviando' }]);
  expect(state()).toEqual({ is: 'later' });
  await passes(2_700);
  expect(sent).toHaveLength(2);
  await passes(2_700);
  expect(sent).toHaveLength(2);
  await passes(2_700);
  expect(sent).toHaveLength(3);
  expect(sent[2]).toEqual(sent[0]);
  expect(outbox.all()).toMatchObject([{ op: one.op, estado: 'hecha' }]);
});

// proves C8
it('a busy server is asked again after the time that it gave', async () => {
  answers = [() => ({ status: 503, headers: { 'retry-after': '20' } }), done()];
  const { sends } = await sender([waiting()]);
  await sends.send();
  await passes(13_900);
  await sends.sendWaiting();
  expect(sent).toHaveLength(1);
  await passes(12_200);
  expect(sent).toHaveLength(2);
});

// proves C9
it.each([
  ['a session that has ended', 401, 'password'],
  ['an account that may no longer', 403, 'role'],
] as const)('%s is reported, and sending is not retried automatically', async (_, status, is) => {
  answers = [() => ({ status }), done()];
  const { sends, outbox, state } = await sender([waiting()]);
  const { setSession } = await import('#web/lib/session.ts');
  const sending = sends.send();
  // The dialog for the password is left unanswered by signing in with another account.
  await expect
    .poll(() => {
      for (const _id of ['another', ROSA._id]) setSession({ ...SESSION, _id });
      return state();
    })
    .toEqual({ is });
  await sending;
  await passes(10 * 60_000, 10_000);
  await sends.sendWaiting();
  expect(sent).toHaveLength(1);
  await sends.sendNow();
  expect(outbox.all()).toMatchObject([{ estado: 'hecha' }]);
});

it('a batch that is too large is halved, and a single operation that is too large is rejected', async () => {
  const all = Array.from({ length: 4 }, () => waiting());
  const bad = all[2]?.op;
  answers = [(ops) => (ops.some(({ op }) => op === bad) ? { status: 413 } : done()(ops))];
  const { sends, outbox } = await sender(all);
  await sends.send();
  await passes(60_000, 1_000);
  expect(outbox.all().map(({ op, estado }) => [op === bad, estado])).toEqual([
    [false, 'hecha'],
    [false, 'hecha'],
    [true, 'rechazada'],
    [false, 'hecha'],
  ]);
});

it('an operation that makes the server fail even alone is rejected and does not block others', async () => {
  const all = [waiting(), waiting()];
  const bad = all[0]?.op;
  answers = [(ops) => (ops.some(({ op }) => op === bad) ? { status: 500 } : done()(ops))];
  const { sends, outbox } = await sender(all);
  await sends.send();
  await passes(60_000, 1_000);
  expect(outbox.all()).toMatchObject([
    { op: bad, estado: 'rechazada', respuesta: { code: 'internal' } },
    { estado: 'hecha' },
  ]);
});

it('a refused operation waits for a decision and holds back only its own booklet', async () => {
  const [bad, own, other] = [waiting(), waiting(), waiting()];
  const follows = { ...own, persona: bad.persona };
  answers = [
    done((one) => {
      if (one.op === bad.op) return { estado: 'rechazada', code: 'conflict', message: 'Ya existe' };
      return one.op === follows.op ? { estado: 'enespera' } : {};
    }),
  ];
  const { sends, outbox } = await sender([bad, follows, other]);
  await sends.send();
  expect(outbox.all()).toMatchObject([
    { estado: 'rechazada', respuesta: { message: 'Ya existe' } },
    { estado: 'espera' },
    { estado: 'hecha' },
  ]);
  await sends.send();
  expect(sent).toHaveLength(1);
});

it('an outdated operation becomes a conflict, and a retained one is ended', async () => {
  const [changed, kept] = [waiting(), waiting()];
  answers = [
    done((one) =>
      one.op === changed.op
        ? { estado: 'rechazada', code: 'outdated', actual: { nombres: 'INTI' } }
        : { estado: 'retenida', motivo: 'eliminada' },
    ),
  ];
  const { sends, outbox } = await sender([changed, kept]);
  await sends.send();
  expect(outbox.all()).toMatchObject([
    { op: changed.op, estado: 'conflicto', respuesta: { actual: { nombres: 'INTI' } } },
  ]);
});

it('an answer without results counts as none', async () => {
  answers = [() => ({ status: 200, body: { hola: 1 } }), done()];
  const { sends, outbox, state } = await sender([waiting()]);
  await sends.send();
  expect(outbox.all()).toMatchObject([{ estado: 'enviando' }]);
  expect(state()).toEqual({ is: 'later' });
});

it('an operation that another page has just changed is sent as it is on the disk', async () => {
  const [one, other] = [waiting(), waiting()];
  const { sends, outbox } = await sender([one, other]);
  const elsewhere = await sender();
  const changing = elsewhere.outbox.update(new Map([[one.op, changed]]));
  await sends.send();
  await changing;
  expect(sent.flat().map(({ op, valores }) => [op, valores])).toEqual([
    [one.op, { nombres: 'INTI' }],
    [other.op, { nombres: 'SISA' }],
  ]);
  expect(outbox.all().every(({ estado }) => estado === 'hecha')).toBe(true);
});

it('an operation that another page has just changed is handed in as it is on the disk', async () => {
  const one = waiting();
  answers = [done(() => ({ estado: 'retenida', motivo: 'rol' }))];
  const { sends, outbox } = await sender([one]);
  const elsewhere = await sender();
  const changing = elsewhere.outbox.update(new Map([[one.op, changed]]));
  expect(await sends.handIn(new Set([one.op]), 'rol')).toBe(1);
  await changing;
  expect(sent.flat()).toMatchObject([{ op: one.op, valores: { nombres: 'INTI' } }]);
  expect(outbox.all()).toEqual([]);
});

// proves C16
it('a sender whose vault was closed while it looked up the device sends nothing', async () => {
  const { sends } = await sender([waiting()]);
  const { disk } = await import('#web/device/store/indexed-disk.ts');
  const opening = vi.spyOn(disk, 'openDevice').mockImplementationOnce(async () => {
    sends.close();
    opening.mockRestore();
    return disk.openDevice();
  });
  await sends.send();
  expect(sent).toEqual([]);
});

// proves C16
it('nothing is sent with the session of another account', async () => {
  const { sends, outbox } = await sender([waiting()]);
  const { getSession, setSession } = await import('#web/lib/session.ts');
  setSession({ ...SESSION, _id: 'another' });
  await sends.send();
  await passes(10 * 60_000, 10_000);
  expect([sent, getSession()?._id]).toEqual([[], 'another']);
  await expect(sends.handIn(new Set(opsOf(outbox.all())), 'rol')).rejects.toThrow();
  expect(sent).toEqual([]);
});

it('only one of two pages sends', async () => {
  const first = await sender([waiting()]);
  const second = await sender();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const requested = vi.fn();
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, how: RequestInit) => {
    requested();
    await held;
    return real(url, how);
  });
  const sending = first.sends.send();
  await expect.poll(() => requested.mock.calls).toHaveLength(1);
  await second.sends.send();
  answer();
  await sending;
  expect(sent).toHaveLength(1);
});
