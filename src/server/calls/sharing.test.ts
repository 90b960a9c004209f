import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { type SharedInput, sharing } from './sharing.ts';

type Query = { readonly canton: string };

/** A handler whose calls end one by one, and requests that note when they leave their turn. */
function handled() {
  const running: { canton: string; waits: () => void; end: () => void; fail: (error: Error) => void }[] = [];
  const left: string[] = [];
  const shared = sharing<Query, string>(
    ({ query: { canton }, waits }: SharedInput<Query>) =>
      new Promise((resolve, reject) => {
        const one = {
          canton,
          waits,
          end: () => done(() => resolve(canton)),
          fail: (error: Error) => done(() => reject(error)),
        };
        const done = (settle: () => void) => {
          running.splice(running.indexOf(one), 1);
          settle();
        };
        running.push(one);
      }),
  );
  const ask = (canton: string) =>
    shared({ query: { canton }, request: { leaveTurn: () => left.push(canton) } as unknown as FastifyRequest });
  return { ask, left, running, cantons: () => running.map(({ canton }) => canton) };
}
const settled = () => new Promise(setImmediate);
const CANTONS = ['COLTA', 'GUANO', 'LOJA', 'OLMEDO', 'QUITO'];

it('reads that waited run two at once, whatever many queries there are', async () => {
  const { ask, left, running, cantons } = handled();
  const first = CANTONS.map(ask);
  const later = CANTONS.map(ask);
  await settled();
  expect([cantons(), left]).toEqual([CANTONS, CANTONS]);
  for (const one of [...running]) one.end();
  expect(await Promise.all(first)).toEqual(CANTONS);
  for (let left = CANTONS.length; left > 0; left -= 1) {
    await settled();
    await settled();
    expect(running.length).toBe(Math.min(2, left));
    running[0]?.end();
  }
  expect(await Promise.all(later)).toEqual(CANTONS);
});

it('a read that waits for something else lets others read', async () => {
  const { ask, running, cantons } = handled();
  const all = [...CANTONS.map(ask), ...CANTONS.map(ask)];
  await settled();
  for (const one of [...running]) one.end();
  await settled();
  await settled();
  expect(cantons()).toHaveLength(2);
  for (const one of [...running]) one.waits();
  await settled();
  await settled();
  expect(cantons()).toHaveLength(4);
  for (let times = 0; times < CANTONS.length; times += 1) {
    for (const one of [...running]) one.end();
    await settled();
    await settled();
  }
  expect(await Promise.all(all)).toEqual([...CANTONS, ...CANTONS]);
});

it('a read that fails after a wait fails for its readers only', async () => {
  const { ask, running } = handled();
  const [first, later, third] = [ask('LOJA'), ask('LOJA'), ask('LOJA')];
  const refused = Promise.all([later, third].map((one) => expect(one).rejects.toThrow('lost')));
  await settled();
  running[0]?.end();
  expect(await first).toBe('LOJA');
  await settled();
  await settled();
  running[0]?.fail(new Error('lost'));
  await refused;
  const next = ask('LOJA');
  await settled();
  running[0]?.end();
  expect(await next).toBe('LOJA');
});
