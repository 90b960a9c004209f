import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { now } from '#domain/clock.ts';
import { randomBytes } from '#web/device/crypto/cipher.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import type { DraftKeeper } from '#web/lib/drafts.ts';
import { diskInMemory } from '../../../../tests/support/device-page.ts';
import { type Between, newMemory } from '../../../../tests/support/memory-disk.ts';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';

const PLACES = ['nino.0190a000-0000-7000-8000-000000000009', 'mujer.nuevo'];

const moveOf = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('type' as const), which: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('remove' as const), which: fc.nat(1) }) },
  // Number of writes that have reached the database.
  { weight: 3, arbitrary: fc.record({ is: fc.constant('reach' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  // localStorage as it was that many changes ago.
  { weight: 2, arbitrary: fc.record({ is: fc.constant('kill' as const), ago: fc.nat(8) }) },
);
type Move = typeof moveOf extends fc.Arbitrary<infer M> ? M : never;

/** The successive drafts at a place with their times; null: removed. */
interface Typed {
  readonly states: { readonly at: number; readonly text: string | null }[];
  /** The latest one that has reached the database. */
  reached: number;
}

/** A device whose database writes in order, and whose localStorage reaches the disk much later. */
async function begin() {
  const { texts, storage } = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  const begun = now().getTime();
  const typed: Typed[] = PLACES.map(() => ({ states: [{ at: 0, text: null }], reached: 0 }));
  const waiting: (() => void)[] = [];
  let isOpening = true;
  let last = 0;

  const between: Between = ({ does }, act) =>
    does === 'write' && !isOpening ? new Promise((resolve) => waiting.push(() => resolve(act()))) : act();
  const disk = await diskInMemory(newMemory(), between);
  const vault = { id: crypto.randomUUID(), usuario: 'rosa', borradores: randomBytes(32) } as OpenVault;
  await disk.makeVault(vault.id);
  const { sealedDrafts } = await import('./sealed-drafts.ts');
  let drafts: DraftKeeper = await sealedDrafts(vault);
  isOpening = false;
  /** A copy of localStorage, with the latest draft of each place in it. */
  const snapshot = () => ({ texts: new Map(texts), latest: typed.map(({ states }) => states.length - 1) });
  let history = [snapshot()];
  const done = () => new Promise((resolve) => setImmediate(resolve));

  /** Notes which drafts have reached the database. */
  async function look(): Promise<void> {
    const stores = await disk.openVault(vault.id);
    for (const { texto } of await stores.all('borradores')) {
      const [at = '', sealed] = texto.split('.');
      for (const one of typed) {
        const place = one.states.findLastIndex((state) => state.at === Number(at) && (state.text === null) === !sealed);
        one.reached = Math.max(one.reached, place);
      }
    }
    stores.close();
  }

  async function openAnew(ago: number): Promise<void> {
    waiting.length = 0;
    const before = history.at(-1 - ago) ?? history[0];
    texts.clear();
    for (const [name, text] of before?.texts ?? []) texts.set(name, text);
    isOpening = true;
    drafts = await sealedDrafts(vault);
    for (const [which, one] of typed.entries()) {
      const values = drafts.read(PLACES[which] ?? '')?.values;
      const text = values ? String(values.celular) : null;
      // The latest draft in either storage is the minimum that must be found.
      const least = Math.max(one.reached, before?.latest[which] ?? 0);
      expect(one.states.slice(least).map((state) => state.text)).toContain(text);
      one.states.length = one.states.findLastIndex((state) => state.text === text) + 1;
    }
    await done();
    isOpening = false;
    history = [snapshot()];
  }

  return async (move: Move): Promise<void> => {
    if (move.is === 'kill') return openAnew(move.ago);
    if (move.is === 'reach') for (const write of waiting.splice(0, move.count)) write();
    else {
      const [place = '', { states }] = [PLACES[move.which], typed[move.which] as Typed];
      const before = states.at(-1);
      last += 1;
      if (move.is === 'type') {
        states.push({ at: begun + last, text: String(last) });
        drafts.write(place, { values: { celular: String(last) }, at: begun + last });
      } else if (before?.text) {
        states.push({ at: before.at, text: null });
        drafts.remove(place);
      }
    }
    await done();
    await look();
    history.push(snapshot());
  };
}

afterEach(() => vi.unstubAllGlobals());

// proves D8, D9
it('after a kill, a draft that reached the database is restored and a removed one stays removed, however late localStorage was written', async () => {
  let kills = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(moveOf, { maxLength: 30, size: 'max' }), async (moves) => {
      const make = await begin();
      for (const move of moves) await make(move);
      await make({ is: 'kill', ago: 3 });
      kills += moves.filter(({ is }) => is === 'kill').length;
    }),
    { numRuns: 100 },
  );
  // The walks must have included kills.
  expect(kills).toBeGreaterThan(100);
});
