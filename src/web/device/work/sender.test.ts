import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Outcome } from '#domain/calls/sending.ts';
import type { Waiting } from '#domain/sync/lane.ts';
import { freshBrowser, outboxDevice } from '../../../../tests/support/outbox-page.ts';
import { waiting } from '../../../../tests/support/waiting.ts';

type Answer = (ops: Waiting[]) => { status: number; body?: unknown; headers?: Record<string, string> } | 'silence';
const done =
  (of: (one: Waiting) => Partial<Outcome> = () => ({})): Answer =>
  (ops) => ({
    status: 200,
    body: { resultados: ops.map((one) => ({ op: one.op, estado: 'hecha', sello: '9', version: 1, ...of(one) })) },
  });

/** What was sent, call by call; the answers in turn, the last one from then on. */
let sent: Waiting[][];
let answers: Answer[];

let device: ReturnType<typeof outboxDevice>;

/** A page of the device, on which these wait besides what does already. */
async function sender(all: readonly Waiting[] = []) {
  const { outbox, sends, sendingState } = await device.openPage();
  for (const one of all) await outbox.add(one);
  const told = vi.fn();
  return { sends: sends(told), outbox, told, state: sendingState };
}

/** Lets so long pass, step by step, for what is begun meanwhile takes as long as the disk and its keys do. */
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
  // Pauses as long as they are meant.
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

const changed = (one: Waiting): Waiting => ({ ...one, valores: { nombres: 'INTI' } });
const opsOf = (some: readonly { op: string }[]) => some.map(({ op }) => op);

it('sends in batches that grow, in order, and says how far it is', async () => {
  const all = Array.from({ length: 100 }, () => waiting());
  const { sends, outbox, told, state } = await sender(all);
  await sends.send();
  expect(sent.map(({ length }) => length)).toEqual([10, 20, 40, 30]);
  expect(opsOf(sent.flat())).toEqual(opsOf(all));
  expect(outbox.all().every(({ estado, hecha }) => estado === 'hecha' && hecha?.sello === '9')).toBe(true);
  expect(told).toHaveBeenCalledTimes(4);
  expect(state()).toEqual({ is: 'idle' });
});

it('a batch is no larger than the server takes', async () => {
  const large = { nombres: 'x'.repeat(100_000) };
  const { sends } = await sender([
    waiting({ valores: large }),
    waiting({ valores: large }),
    waiting({ valores: large }),
  ]);
  await sends.send();
  expect(sent.map(({ length }) => length)).toEqual([2, 1]);
});

it('after silence the same is sent again as it was, later and later', async () => {
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

it('a server that is busy is asked again when it said', async () => {
  answers = [() => ({ status: 503, headers: { 'retry-after': '20' } }), done()];
  const { sends } = await sender([waiting()]);
  await sends.send();
  await passes(13_900);
  expect(sent).toHaveLength(1);
  await passes(12_200);
  expect(sent).toHaveLength(2);
});

it.each([
  ['a session that has ended', 401, 'password'],
  ['an account that may no longer', 403, 'role'],
] as const)('%s is said, and not tried again by itself', async (_, status, is) => {
  answers = [() => ({ status }), done()];
  const { sends, outbox, state } = await sender([waiting()]);
  await sends.send();
  expect(state()).toEqual({ is });
  await passes(10 * 60_000, 10_000);
  expect(sent).toHaveLength(1);
  await sends.sendNow();
  expect(outbox.all()).toMatchObject([{ estado: 'hecha' }]);
});

it('what is too large is halved until one alone is, and that one is set aside', async () => {
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

it('what makes the server fail, alone as well, stands in nobody’s way', async () => {
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

it('what is refused waits for somebody, and holds back its own booklet only', async () => {
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

it('what somebody else changed is a conflict; what supervision has is over', async () => {
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

it('an answer that is not the server’s is none', async () => {
  answers = [() => ({ status: 200, body: { hola: 1 } }), done()];
  const { sends, outbox, state } = await sender([waiting()]);
  await sends.send();
  expect(outbox.all()).toMatchObject([{ estado: 'enviando' }]);
  expect(state()).toEqual({ is: 'later' });
});

it('what another page changed a moment before is sent as it lies on the disk', async () => {
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

it('what another page changed a moment before is handed in as it lies on the disk', async () => {
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

it('of two pages one sends', async () => {
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
