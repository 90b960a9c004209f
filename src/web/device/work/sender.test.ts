import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Outcome } from '#domain/calls/sending.ts';
import type { Waiting } from '#domain/sync/lane.ts';
import { locks } from '../../../../tests/support/locks.ts';
import { waiting } from '../../../../tests/support/waiting.ts';

const DEVICE = '0190a000-0000-7000-8000-0000000000dd';
const VAULT = { id: 'vault', usuario: 'rosa' };

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

/** What waits, in memory: how it lies on the disk is tried for itself. */
function outboxOf(all: Waiting[]) {
  let kept = all;
  /** What another page writes before this one does: its write is made on top of it. */
  let elsewhere: ((one: Waiting) => Waiting) | undefined;
  const apply = (changed: ReadonlyMap<string, (one: Waiting) => Waiting>) => {
    if (elsewhere) kept = kept.map(elsewhere);
    elsewhere = undefined;
    kept = kept.map((one) => changed.get(one.op)?.(one) ?? one);
  };
  return {
    all: () => kept,
    changeElsewhere(change: (one: Waiting) => Waiting) {
      elsewhere = change;
    },
    update: async (changed: ReadonlyMap<string, (one: Waiting) => Waiting>) => apply(changed),
    async end(ended: ReadonlyMap<string, string>, changed: ReadonlyMap<string, (one: Waiting) => Waiting> = new Map()) {
      apply(changed);
      kept = kept.filter(({ op }) => !ended.has(op));
    },
  };
}

async function sender(all: Waiting[]) {
  vi.resetModules();
  vi.doMock('#web/device/store/device-entry.ts', () => ({ knownDevice: async () => ({ id: DEVICE }) }));
  const { createSender } = await import('./sender.ts');
  const { sendingState } = await import('#web/device/shown/waiting-work.ts');
  const outbox = outboxOf(all);
  const told = vi.fn();
  // Of what is kept only what a sender asks for.
  const sends = createSender(VAULT, outbox as unknown as Parameters<typeof createSender>[1], told);
  return { sends, outbox, told, state: sendingState.get };
}

beforeEach(() => {
  sent = [];
  answers = [done()];
  vi.useFakeTimers();
  // Pauses as long as they are meant.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { locks: locks() });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
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
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.doUnmock('#web/device/store/device-entry.ts');
});

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
  await vi.advanceTimersByTimeAsync(2_700);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2_700);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2_700);
  expect(sent).toHaveLength(3);
  expect(sent[2]).toEqual(sent[0]);
  expect(outbox.all()).toMatchObject([{ op: one.op, estado: 'hecha' }]);
});

it('a server that is busy is asked again when it said', async () => {
  answers = [() => ({ status: 503, headers: { 'retry-after': '20' } }), done()];
  const { sends } = await sender([waiting()]);
  await sends.send();
  await vi.advanceTimersByTimeAsync(13_900);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12_200);
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
  await vi.advanceTimersByTimeAsync(10 * 60_000);
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
  await vi.advanceTimersByTimeAsync(60_000);
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
  await vi.advanceTimersByTimeAsync(60_000);
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
  outbox.changeElsewhere((it) => (it.op === one.op ? { ...it, valores: { nombres: 'INTI' } } : it));
  await sends.send();
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
  outbox.changeElsewhere((it) => ({ ...it, valores: { nombres: 'INTI' } }));
  expect(await sends.handIn(new Set([one.op]), 'rol')).toBe(1);
  expect(sent.flat()).toMatchObject([{ op: one.op, valores: { nombres: 'INTI' } }]);
  expect(outbox.all()).toEqual([]);
});

it('of two pages one sends', async () => {
  const shared = waiting();
  const first = await sender([shared]);
  const second = await sender([shared]);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, how: RequestInit) => {
    await held;
    return real(url, how);
  });
  const sending = first.sends.send();
  await vi.advanceTimersByTimeAsync(0);
  await second.sends.send();
  answer();
  await sending;
  expect(sent).toHaveLength(1);
});
