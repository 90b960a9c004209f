import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waiting } from '../../../tests/support/waiting.ts';
import type { Outcome } from '../calls/sending.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import type { PendingOperation } from '../sync/lane.ts';
import {
  type CourierAction,
  type CourierEvent,
  type CourierState,
  type CourierStep,
  INITIAL_COURIER_STATE,
  stepCourier,
} from './courier.ts';
import { type Failure, failureOfAnswer } from './failure.ts';

const AT = 1_700_000_000_000;
/** Random offset 0.5: pauses are exactly as long as computed. */
const luck = 0.5;

const many = (count: number) => Array.from({ length: count }, () => waiting());
const opsOf = (some: readonly { op: string }[]) => some.map(({ op }) => op);

const due = (all: readonly PendingOperation[], reachable = true): CourierEvent => ({
  is: 'due',
  waiting: all,
  reachable,
});
const failedBy = (failure: Failure | null, more: Partial<Extract<CourierEvent, { is: 'failed' }>> = {}) =>
  ({ is: 'failed', failure, refusal: null, retryAfterMs: 0, at: AT, luck, ...more }) as const;

/** The outbox after the changes of a step. */
const applied = (all: readonly PendingOperation[], { changes: { changed, ended } }: CourierStep): PendingOperation[] =>
  all.map((one) => changed.get(one.op)?.(one) ?? one).filter(({ op }) => !ended.has(op));

/** A batch that was chosen, frozen, and read from the disk again. */
function sent(all: readonly PendingOperation[], from: CourierState = INITIAL_COURIER_STATE) {
  const chosen = stepCourier(from, due(all));
  const onDisk = applied(all, chosen);
  const { box, next } = stepCourier(chosen.box, { is: 'frozen', waiting: onDisk });
  if (next.is !== 'send') throw new Error(`nothing is sent: ${next.is}`);
  return { box, onDisk, batch: next.batch, behind: next.behind, progress: box.progress };
}

const done = (batch: readonly PendingOperation[]): Outcome[] =>
  batch.map(({ op }) => ({ op, estado: 'hecha', sello: '9', version: 1 }));

function answer(
  all: readonly PendingOperation[],
  outcomes: (batch: readonly PendingOperation[]) => Outcome[],
  from: CourierState = INITIAL_COURIER_STATE,
) {
  const { box, batch, onDisk } = sent(all, from);
  const step = stepCourier(box, { is: 'answered', batch, outcomes: outcomes(batch), at: AT, luck });
  return { ...step, all: applied(onDisk, step) };
}

const pauseOf = (next: CourierAction) => (next.is === 'rest' ? next.againMs : undefined);

describe('the batch to send', () => {
  // proves C1
  it('contains the operations of each booklet in order, up to the first that needs a decision', () => {
    const [first, refused, follows, other] = many(4) as [
      PendingOperation,
      PendingOperation,
      PendingOperation,
      PendingOperation,
    ];
    const all = [
      first,
      { ...refused, estado: 'rechazada' as const },
      { ...follows, persona: refused.persona },
      { ...other, estado: 'hecha' as const },
      waiting({ persona: first.persona }),
    ];
    expect(opsOf(sent(all).batch)).toEqual([first.op, all[4]?.op]);
  });

  // proves C2
  it('respects the limits of the server and has at least one operation', () => {
    const large = { nombres: 'x'.repeat(100_000) };
    expect(
      sent([waiting({ valores: large }), waiting({ valores: large }), waiting({ valores: large })]).batch,
    ).toHaveLength(2);
    expect(sent([waiting({ valores: { nombres: 'x'.repeat(400_000) } })]).batch).toHaveLength(1);
    expect(sent(many(90), { ...INITIAL_COURIER_STATE, size: 50 }).batch).toHaveLength(50);
  });

  // proves C5
  it('is frozen on the disk and sent as it is stored there', () => {
    const [one, other, removed] = many(3) as [PendingOperation, PendingOperation, PendingOperation];
    const chosen = stepCourier(INITIAL_COURIER_STATE, due([one, other, removed]));
    expect(chosen.next).toEqual({ is: 'freeze' });
    const onDisk = applied([{ ...one, valores: { nombres: 'INTI' } }, other], chosen);
    expect(onDisk.every(({ estado }) => estado === 'enviando')).toBe(true);
    const { next } = stepCourier(chosen.box, { is: 'frozen', waiting: onDisk });
    expect(next).toEqual({ is: 'send', batch: onDisk, behind: false });
    expect(onDisk[0]?.valores).toEqual({ nombres: 'INTI' });
  });

  // proves C5
  it('is chosen again if another page removed all its operations', () => {
    const chosen = stepCourier(INITIAL_COURIER_STATE, due(many(2)));
    expect(stepCourier(chosen.box, { is: 'frozen', waiting: [] }).next).toEqual({ is: 'goOn', answered: false });
  });

  it('is empty while the server is unreachable', () => {
    const { box, next } = stepCourier(INITIAL_COURIER_STATE, due(many(2), false));
    expect([box.progress, next]).toEqual([{ is: 'idle' }, { is: 'rest', againMs: null }]);
    const failed = { ...INITIAL_COURIER_STATE, progress: { is: 'later' } as const };
    expect(stepCourier(failed, due(many(2), false)).box.progress).toEqual({ is: 'later' });
    expect(stepCourier(failed, due([])).box.progress).toEqual({ is: 'idle' });
  });
});

// proves C3
it('a batch grows after each answer and shrinks after each failure, to at least five operations', () => {
  let box = INITIAL_COURIER_STATE;
  const sizes: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    sizes.push(sent(many(60), box).batch.length);
    box = answer(many(60), done, box).box;
  }
  expect(sizes).toEqual([10, 20, 40, 50]);
  const shrunk: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    box = stepCourier(sent(many(60), box).box, failedBy('silence')).box;
    shrunk.push(box.size);
  }
  expect(shrunk).toEqual([25, 12, 6, 5, 5]);
});

// proves C4
it.each(['tooLarge', 'fault'] as const)('after %s the batch size is halved down to one', (failure) => {
  let box = INITIAL_COURIER_STATE;
  for (let time = 0; time < 4; time += 1) box = stepCourier(sent(many(60), box).box, failedBy(failure)).box;
  expect(sent(many(60), box).batch).toHaveLength(1);
});

describe('after an answer', () => {
  const RULES: [string, Partial<Outcome>, Partial<PendingOperation> | null][] = [
    [
      'a done operation stays until its booklet was fetched',
      { estado: 'hecha', sello: '7', version: 3 },
      { estado: 'hecha', hecha: { sello: '7', version: 3, en: AT } },
    ],
    ['a retained operation leaves the outbox', { estado: 'retenida', motivo: 'eliminada' }, null],
    [
      'an operation retained as mismaPersona waits for the user',
      { estado: 'retenida', motivo: 'mismaPersona' },
      { estado: 'rechazada' },
    ],
    [
      'an operation refused as outdated becomes a conflict',
      { estado: 'rechazada', code: 'outdated' },
      { estado: 'conflicto' },
    ],
    [
      'any other refused operation waits for the user',
      { estado: 'rechazada', code: 'conflict', message: 'Ya existe' },
      { estado: 'rechazada' },
    ],
    ['an operation in state enespera waits as before', { estado: 'enespera' }, { estado: 'espera' }],
  ];

  // proves C6
  it.each(RULES)('%s', (_, outcome, left) => {
    const [one, other] = many(2) as [PendingOperation, PendingOperation];
    const { all } = answer([one, other], (batch) =>
      batch.map(
        ({ op }): Outcome =>
          op === one.op ? { op, estado: 'hecha', ...outcome } : { op, estado: 'hecha', sello: '9' },
      ),
    );
    const [now] = all.filter(({ op }) => op === one.op);
    if (left) expect(now).toMatchObject(left);
    else expect(now).toBeUndefined();
    if (left?.estado === 'rechazada' || left?.estado === 'conflicto')
      expect(now?.respuesta).toEqual({ op: one.op, ...outcome });
    expect(all.find(({ op }) => op === other.op)?.estado).toBe('hecha');
  });

  // proves C6
  it('an operation without an outcome stays as it was', () => {
    const [one, other] = many(2) as [PendingOperation, PendingOperation];
    const { all } = answer([one, other], ([first]) => done(first ? [first] : []));
    expect(all.map(({ estado }) => estado)).toEqual(['hecha', 'espera']);
  });

  // proves C7
  it('in which every operation only waits, the call counts as silence', () => {
    const { all, box, next } = answer(many(3), (batch) => batch.map(({ op }) => ({ op, estado: 'enespera' })));
    expect(all.every(({ estado }) => estado === 'espera')).toBe(true);
    expect([box.failures, box.progress, pauseOf(next)]).toEqual([1, { is: 'later' }, 2_000]);
  });
});

describe('a person about whom supervision decides', () => {
  const RETAINED = { estado: 'retenida', motivo: 'mismaPersona' } as const;
  const undecided = (part: Partial<PendingOperation> = {}) => {
    const one = waiting({ estado: 'rechazada', ...part });
    return { ...one, respuesta: { op: one.op, ...RETAINED } };
  };
  const answers =
    (of: Partial<Outcome>) =>
    (batch: readonly PendingOperation[]): Outcome[] =>
      batch.map(({ op }) => ({ op, estado: 'hecha', ...of }));

  // proves C15
  it('is sent again unchanged, with its records left behind, and not shown as being sent', () => {
    const one = undecided();
    const all = [one, waiting({ persona: one.persona }), waiting()] as const;
    const { batch, onDisk } = sent(all);
    expect(opsOf(batch)).toEqual([one.op, all[2].op]);
    expect(onDisk[0]).toEqual(one);
    expect(sent([one]).progress).toEqual({ is: 'idle' });
  });

  // proves C15
  it('waits while supervision has not decided, and delays nothing else', () => {
    const one = undecided();
    const { all, box, next, changes } = answer([one], answers(RETAINED));
    expect(all[0], 'nothing is written').toBe(one);
    expect(changes.ended.size).toBe(0);
    expect(next).toEqual({ is: 'goOn', answered: true });
    // In the same sending it is not sent again; the next one begins anew.
    const rested = stepCourier(box, due(all));
    expect([rested.box.progress, rested.next]).toEqual([{ is: 'idle' }, { is: 'rest', againMs: null }]);
    expect(opsOf(sent(all, rested.box).batch)).toEqual([one.op]);
    expect(answer([one], (batch) => batch.map(({ op }) => ({ op, estado: 'enespera' }))).all).toEqual([one]);
    const many = Array.from({ length: 20 }, () => undecided());
    const other = waiting();
    expect(opsOf(sent([...many, other]).batch)).toContain(other.op);
    expect(sent([...many, other]).progress).toEqual({ is: 'sending', done: 0, total: 1 });
  });

  // proves C15
  it('does not delay other booklets when its first answer was lost', () => {
    const one = waiting();
    const all = [one, ...Array.from({ length: 12 }, () => waiting({ persona: one.persona })), waiting()];
    const first = answer(all, (batch) =>
      batch.map(({ op }) => (op === one.op ? { op, ...RETAINED } : { op, estado: 'enespera' })),
    );
    expect(first.next).toEqual({ is: 'goOn', answered: true });
    expect(opsOf(sent(first.all, first.box).batch)).toEqual(opsOf(all.slice(-1)));
  });

  // proves C15
  it('is done once supervision accepted it, and its records are sent', () => {
    const one = undecided();
    const record = waiting({ persona: one.persona });
    const { all, next } = answer([one, record], answers({}));
    expect(all).toMatchObject([{ op: one.op, estado: 'hecha', respuesta: undefined }, { estado: 'espera' }]);
    expect(next).toEqual({ is: 'goOn', answered: true });
    expect(opsOf(sent(all).batch)).toEqual([record.op]);
  });

  // proves C15
  it('waits for the user once supervision decided otherwise, and is not sent again', () => {
    const decided = { estado: 'rechazada', code: 'settled', message: 'No es ella', motivo: 'mismaPersona' } as const;
    const { all } = answer([undecided()], answers(decided));
    expect(all).toMatchObject([{ estado: 'rechazada', respuesta: decided }]);
    expect(stepCourier(INITIAL_COURIER_STATE, due(all)).next).toEqual({ is: 'rest', againMs: null });
  });

  // proves C15
  it('still waits for the decision after the server failed at it', () => {
    const one = undecided();
    const { box, onDisk } = sent([one], { ...INITIAL_COURIER_STATE, failures: 9 });
    const refusal = { code: 'internal', message: ERRORS.internal.message } as const;
    for (const failure of ['fault', 'tooLarge'] as const) {
      const step = stepCourier(box, failedBy(failure, { refusal }));
      expect(applied(onDisk, step)).toEqual([one]);
      expect([step.box.failures, pauseOf(step.next)]).toEqual([10, 300_000]);
    }
  });
});

describe('after a failure', () => {
  const failing = (failure: Failure | null, more = {}, from: CourierState = INITIAL_COURIER_STATE) =>
    stepCourier(sent(many(3), from).box, failedBy(failure, more));

  // proves C8
  it.each(['silence', 'busy', 'unable', null] as const)('%s the pauses double up to five minutes', (failure) => {
    let box = INITIAL_COURIER_STATE;
    const pauses: unknown[] = [];
    for (let time = 0; time < 10; time += 1) {
      const step = failing(failure, {}, box);
      expect(step.box.progress).toEqual({ is: 'later' });
      pauses.push(pauseOf(step.next));
      box = step.box;
    }
    expect(pauses.slice(0, 3)).toEqual([2_000, 4_000, 8_000]);
    expect(pauses.at(-1)).toBe(300_000);
    expect(pauseOf(failing(failure, {}, answer(many(3), done, box).box).next)).toBe(2_000);
  });

  // proves C8
  it('the pause follows Retry-After and varies by 30 %', () => {
    expect(pauseOf(failing('busy', { retryAfterMs: 20_000 }).next)).toBe(20_000);
    expect(pauseOf(failing('busy', { retryAfterMs: Number.NaN }).next)).toBe(2_000);
    expect(pauseOf(failing('silence', { luck: 0 }).next)).toBeCloseTo(1_400);
    expect(pauseOf(failing('silence', { luck: 1 }).next)).toBeCloseTo(2_600);
  });

  // proves C9
  it.each([
    ['session', 'password'],
    ['role', 'role'],
  ] as const)('%s nothing is sent automatically', (failure, is) => {
    const { box, next } = failing(failure);
    expect([box.progress, next]).toEqual([{ is }, { is: 'rest', againMs: null }]);
  });

  // proves C9
  it('of the session the password prompt opens again only on request', () => {
    const refused = failing('session').box;
    expect(sent(many(1), refused).behind).toBe(true);
    const later = failing('silence', {}, refused).box;
    expect(sent(many(1), later).behind).toBe(true);
    const wanted = stepCourier(later, { is: 'wanted' });
    expect([wanted.next, wanted.box.failures]).toEqual([{ is: 'goOn', answered: false }, 0]);
    expect(sent(many(1), wanted.box).behind).toBe(false);
  });

  // proves C10
  it.each([
    ['ahead', 'ahead'],
    ['behind', 'old'],
    ['refused', 'old'],
  ] as const)('%s the courier retries after five minutes', (failure, is) => {
    const { box, next } = failing(failure);
    expect([box.progress, pauseOf(next)]).toEqual([{ is }, 300_000]);
  });
});

describe('an operation that fails when it is sent alone', () => {
  const refusal = { code: 'tooLarge', message: ERRORS.tooLarge.message } as const;
  const alone = (failure: Failure, failures = 0, answered: typeof refusal | null = refusal) => {
    const all = many(1);
    const { box, onDisk } = sent(all, { ...INITIAL_COURIER_STATE, failures });
    return applied(onDisk, stepCourier(box, failedBy(failure, { refusal: answered })))[0];
  };

  // proves C11
  it('is marked as refused after tooLarge, or after fault following three failed calls', () => {
    expect(alone('tooLarge')).toMatchObject({ estado: 'rechazada', respuesta: refusal });
    expect(alone('fault', 2)).toMatchObject({ estado: 'enviando' });
    expect(alone('fault', 3)).toMatchObject({ estado: 'rechazada' });
  });

  // proves C11
  it('stays in the outbox after other failures, and after a failure of a batch of several', () => {
    for (const failure of ['silence', 'busy', 'unable', 'session', 'role', 'refused', 'tooOften'] as const)
      expect(alone(failure, 9)).toMatchObject({ estado: 'enviando' });
    expect(alone('tooLarge', 9, null)).toMatchObject({ estado: 'enviando' });
    const { box, onDisk } = sent(many(2));
    const { changes } = stepCourier(box, failedBy('tooLarge', { refusal }));
    expect(changes.changed.size).toBe(0);
    expect(onDisk.every(({ estado }) => estado === 'enviando')).toBe(true);
  });
});

// proves C14
it('the progress counts done operations and never exceeds the total', () => {
  let all: readonly PendingOperation[] = many(40);
  let box = INITIAL_COURIER_STATE;
  const shown: unknown[] = [];
  for (let time = 0; time < 3; time += 1) {
    shown.push(sent(all, box).progress);
    ({ box, all } = answer(all, done, box));
    // Another operation is written while the batch is sent.
    all = [...all, waiting()];
  }
  expect(shown).toEqual([
    { is: 'sending', done: 0, total: 40 },
    { is: 'sending', done: 10, total: 40 },
    { is: 'sending', done: 30, total: 42 },
  ]);
  expect(stepCourier(box, due([])).box).toMatchObject({ progress: { is: 'idle' }, done: 0, total: 0 });
});

/** A model of the server: each operation is done once, in the order of its booklet. */
class Server {
  readonly has = new Map<string, string>();
  readonly refuses = new Set<string>();
  readonly retained = new Set<string>();

  isSame = ({ op, valores }: PendingOperation) => this.has.get(op) === JSON.stringify(valores);

  answer(batch: readonly PendingOperation[], plan: readonly number[]): Outcome[] {
    const held = new Set<string>();
    return batch.map((one, at): Outcome => {
      const { op, persona } = one;
      const content = JSON.stringify(one.valores);
      if (held.has(persona)) return { op, estado: 'enespera' };
      if (this.has.has(op)) {
        // The user may have changed an operation that the server already has.
        if (this.isSame(one)) return { op, estado: 'hecha', sello: '9' };
        held.add(persona);
        return { op, estado: 'rechazada', code: 'idTaken' };
      }
      if (this.retained.has(op)) return { op, estado: 'retenida', motivo: 'rol' };
      const fate = (plan[at % plan.length] ?? 0) % 10;
      if (fate === 0) {
        this.retained.add(op);
        return { op, estado: 'retenida', motivo: 'rol' };
      }
      if (fate <= 2 && !this.refuses.has(op)) {
        held.add(persona);
        return { op, estado: 'rechazada', code: fate === 1 ? 'outdated' : 'conflict' };
      }
      this.has.set(op, content);
      return { op, estado: 'hecha', sello: '9' };
    });
  }
}

const CODES = [
  'internal',
  'unavailable',
  'tooLarge',
  'tooManyTries',
  'unauthenticated',
  'forbidden',
  'protocol',
  'invalid',
] as const satisfies readonly ErrorCode[];

const moveOf = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('write' as const), persona: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('edit' as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('mend' as const), which: fc.nat(20) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      is: fc.constant('go' as const),
      plan: fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('lost' as const), done: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('failed' as const), code: fc.constantFrom(...CODES) }) },
  { weight: 1, arbitrary: fc.constant({ is: 'diskFails' as const }) },
  { weight: 1, arbitrary: fc.constant({ is: 'killed' as const }) },
  { weight: 1, arbitrary: fc.constant({ is: 'wanted' as const }) },
);
type Move = typeof moveOf extends fc.Arbitrary<infer M> ? M : never;

/** A device, a server, and a page that may be killed between any two effects. */
class World {
  readonly server = new Server();
  readonly over = new Set<string>();
  all: readonly PendingOperation[] = [];
  box = INITIAL_COURIER_STATE;
  /** The engine's next effect; null while it rests. */
  next: CourierAction | null = null;
  /** Stores the changes of a step and its state together. */
  step(event: CourierEvent): void {
    const made = stepCourier(this.box, event);
    this.all = applied(this.all, made);
    for (const op of made.changes.ended.keys()) this.over.add(op);
    const { progress } = made.box;
    if (progress.is === 'sending') expect(progress.done).toBeLessThanOrEqual(progress.total);
    this.box = made.box;
    this.next = made.next.is === 'rest' ? null : made.next;
  }

  /** The result of the next effect, as this move determines it. */
  eventAfter(move: Move): CourierEvent {
    const { next } = this;
    if (next === null || next.is === 'goOn' || next.is === 'rest') return due(this.all);
    if (move.is === 'diskFails') return failedBy(null);
    if (next.is === 'freeze') return { is: 'frozen', waiting: this.all };
    const { batch } = next;
    expect(batch.length).toBeGreaterThan(0);
    expect(batch.length).toBeLessThanOrEqual(50);
    // A batch is sent as it is stored on the disk.
    for (const one of batch) expect(this.all.find(({ op }) => op === one.op)).toEqual(one);
    if (move.is === 'failed') {
      const { code } = move;
      const { status, message } = ERRORS[code];
      return failedBy(failureOfAnswer({ status, code }), { refusal: { code, message } });
    }
    if (move.is === 'lost') {
      if (move.done) this.server.answer(batch, [9]);
      return failedBy('silence');
    }
    const outcomes = this.server.answer(batch, move.is === 'go' ? move.plan : [9]);
    return { is: 'answered', batch, outcomes, at: AT, luck };
  }

  edit(
    which: number,
    change: (one: PendingOperation) => PendingOperation,
    may: (one: PendingOperation) => boolean,
  ): void {
    const some = this.all.filter(may);
    const one = some[which % Math.max(some.length, 1)];
    if (one) this.all = this.all.map((other) => (other === one ? change(one) : other));
  }

  move(move: Move): void {
    if (move.is === 'write') this.all = [...this.all, waiting({ persona: `persona-${move.persona}` })];
    else if (move.is === 'edit')
      this.edit(
        move.which,
        (one) => ({ ...one, valores: { nombres: `${one.valores?.nombres}X` } }),
        ({ estado }) => estado === 'espera',
      );
    else if (move.is === 'mend')
      this.edit(
        move.which,
        (one) => {
          this.server.refuses.add(one.op);
          return { ...one, estado: 'espera' };
        },
        ({ estado }) => estado === 'rechazada' || estado === 'conflicto',
      );
    else if (move.is === 'killed') {
      this.box = INITIAL_COURIER_STATE;
      this.next = null;
    } else if (move.is === 'wanted') this.box = stepCourier(this.box, { is: 'wanted' }).box;
    else this.step(this.eventAfter(move));
  }

  /** No operation is lost, and each done one has the content that the server has. */
  check(all: readonly string[]): void {
    const here = new Map(this.all.map((one) => [one.op, one]));
    for (const op of all) {
      const one = here.get(op);
      expect(one !== undefined || this.over.has(op)).toBe(true);
      if (this.over.has(op)) expect(this.server.retained.has(op)).toBe(true);
      if (one?.estado === 'hecha') expect(this.server.isSame(one)).toBe(true);
    }
  }
}

/** Makes the moves and checks the invariants after each. */
function walk(moves: readonly Move[]): World {
  const world = new World();
  const ops: string[] = [];
  for (const move of moves) {
    const before = world.all.length;
    world.move(move);
    if (move.is === 'write' && world.all.length > before) ops.push(world.all.at(-1)?.op ?? '');
    world.check(ops);
  }
  return world;
}

// proves C12
it('no operation is lost or done twice, for any order of events and any kill of the page', () => {
  const counts = { sent: 0, over: 0 };
  fc.assert(
    fc.property(fc.array(moveOf, { maxLength: 120, size: 'max' }), (moves) => {
      const world = walk(moves);
      counts.sent += world.server.has.size;
      counts.over += world.over.size;
    }),
    { numRuns: 400 },
  );
  // Guards against walks that never send anything.
  expect(counts.sent).toBeGreaterThan(400);
  expect(counts.over).toBeGreaterThan(40);
});

// proves C13
it('while the server answers, every pending operation is done in the end', () => {
  fc.assert(
    fc.property(fc.array(moveOf, { maxLength: 60, size: 'max' }), (moves) => {
      const world = walk(moves);
      for (let effects = 0; effects < 1_000; effects += 1) {
        world.edit(
          0,
          (one) => ({ ...one, estado: 'espera' }),
          ({ estado }) => estado === 'rechazada' || estado === 'conflicto',
        );
        world.step(world.eventAfter({ is: 'go', plan: [9] }));
      }
      const taken = world.all.filter((one) => world.server.has.has(one.op) && !world.server.isSame(one));
      const lanes = taken.map(({ persona }) => persona);
      const left = world.all.filter(({ estado, persona }) => estado !== 'hecha' && !lanes.includes(persona));
      expect(left).toEqual([]);
      if (taken.length === 0) expect(world.box.progress).toEqual({ is: 'idle' });
    }),
    { numRuns: 60 },
  );
});
