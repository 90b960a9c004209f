import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTurns } from './turns.ts';

const busy = { code: 'unavailable' };

/** Work that runs until it is ended. */
function work() {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = { begun: false, end: () => end() };
  return Object.assign(state, {
    run: async () => {
      state.begun = true;
      await done;
    },
  });
}
const settle = async () => {
  for (let rounds = 0; rounds < 5; rounds += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('turns', () => {
  it('run a limited number at once, and the rest in order of arrival', async () => {
    const inTurn = createTurns({ atOnce: 2, longestQueue: 10, longestWaitMs: 60_000 });
    const works = Array.from({ length: 4 }, work);
    const all = works.map(({ run }) => inTurn(run));
    const begun = () => works.map((one) => one.begun);
    await settle();
    expect(begun()).toEqual([true, true, false, false]);
    works[1]?.end();
    await settle();
    expect(begun()).toEqual([true, true, true, false]);
    for (const { end } of works) end();
    await Promise.all(all);
    expect(begun()).toEqual([true, true, true, true]);
  });

  it('continue after work that failed, and pass its error on', async () => {
    const inTurn = createTurns({ atOnce: 1, longestQueue: 10, longestWaitMs: 60_000 });
    const failing = inTurn(() => Promise.reject(new Error('wrong')));
    const next = inTurn(async () => 'right');
    await expect(failing).rejects.toThrow('wrong');
    expect(await next).toBe('right');
  });

  it('are refused when the queue is full', async () => {
    const inTurn = createTurns({ atOnce: 1, longestQueue: 1, longestWaitMs: 60_000 });
    const one = work();
    const first = inTurn(one.run);
    await settle();
    const second = inTurn(async () => 'second');
    await expect(inTurn(async () => 'third')).rejects.toMatchObject(busy);
    one.end();
    await first;
    expect(await second).toBe('second');
    expect(await inTurn(async () => 'third')).toBe('third');
  });

  it('are refused after too long a wait, without the work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = 0;
    const inTurn = createTurns({ atOnce: 1, longestQueue: 10, longestWaitMs: 1_000, now: () => now });
    const one = work();
    const first = inTurn(one.run);
    await settle();
    const tooLate = work();
    const waiting = inTurn(tooLate.run);
    now = 500;
    const inTime = inTurn(async () => 'in time');
    now = 1_001;
    one.end();
    await expect(waiting).rejects.toMatchObject(busy);
    expect(tooLate.begun).toBe(false);
    expect(await inTime).toBe('in time');
    await first;
  });

  it('are refused after too long a wait even if no turn ends, and are not counted as waiting any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const inTurn = createTurns({ atOnce: 1, longestQueue: 1, longestWaitMs: 1_000 });
    const endless = work();
    const first = inTurn(endless.run);
    await settle();
    const tooLate = work();
    const waiting = inTurn(tooLate.run);
    const refused = expect(waiting).rejects.toMatchObject(busy);
    expect(inTurn.waiting()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_001);
    await refused;
    expect(inTurn.waiting()).toBe(0);
    const next = inTurn(async () => 'next');
    expect(inTurn.waiting()).toBe(1);
    endless.end();
    await first;
    expect(await next).toBe('next');
    expect([tooLate.begun, inTurn.waiting()]).toEqual([false, 0]);
  });

  it('skip the work of a client that left', async () => {
    const inTurn = createTurns({ atOnce: 1, longestQueue: 10, longestWaitMs: 60_000 });
    const one = work();
    const first = inTurn(one.run);
    await settle();
    let here = true;
    const left = work();
    const waiting = inTurn(left.run, { hasLeft: () => !here });
    here = false;
    one.end();
    await expect(waiting).rejects.toMatchObject(busy);
    expect(left.begun).toBe(false);
    await first;
  });

  it('alternate between accounts: one that requests many waits behind one that requests one', async () => {
    const inTurn = createTurns({ atOnce: 1, longestQueue: 10, longestWaitMs: 60_000 });
    const first = work();
    const done: string[] = [];
    const noted = (name: string) => async () => void done.push(name);
    const all = [inTurn(first.run, { by: 'many' })];
    for (const at of [1, 2, 3]) all.push(inTurn(noted(`many ${at}`), { by: 'many' }));
    for (const at of [1, 2]) all.push(inTurn(noted(`few ${at}`), { by: 'few' }));
    all.push(inTurn(noted('one'), { by: 'one' }));
    await settle();
    first.end();
    await Promise.all(all);
    expect(done).toEqual(['many 1', 'few 1', 'one', 'many 2', 'few 2', 'many 3']);
  });

  it('limit how many of one account run and wait at once, even where there is room', async () => {
    const inTurn = createTurns({
      atOnce: 3,
      longestQueue: 10,
      longestWaitMs: 60_000,
      each: { atOnce: 1, longestQueue: 1 },
    });
    const [first, second, other] = [work(), work(), work()];
    const all = [inTurn(first.run, { by: 'many' }), inTurn(second.run, { by: 'many' })];
    await expect(inTurn(async () => 'third', { by: 'many' })).rejects.toMatchObject(busy);
    all.push(inTurn(other.run, { by: 'other' }));
    await settle();
    expect([first.begun, second.begun, other.begun]).toEqual([true, false, true]);
    first.end();
    await settle();
    expect(second.begun).toBe(true);
    for (const { end } of [second, other]) end();
    await Promise.all(all);
    expect(await inTurn(async () => 'again', { by: 'many' })).toBe('again');
  });
});
