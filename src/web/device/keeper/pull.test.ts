import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { today } from '#domain/calendar.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { PullPosition } from '#domain/device/pulling.ts';
import { AppError, ERRORS, errorBody } from '#domain/errors.ts';
import { BOOKLET_FORMAT, packBooklets } from '#domain/sync/booklet-page.ts';
import { BUCKETS } from '#web/device/store/buckets.ts';
import { childOnDevice } from '../../../../tests/support/child-on-device.ts';
import {
  betweenPages,
  createKillablePage,
  killAtEffect,
  type Moment,
} from '../../../../tests/support/killable-page.ts';
import { memoryDisk, newMemory } from '../../../../tests/support/memory-disk.ts';
import { freshBrowser, withHeldTimers } from '../../../../tests/support/outbox-page.ts';
import { createKeeper } from './keeper.ts';

const ON_A_PAGE = 3;
const CHILDREN = Array.from(
  { length: 12 },
  (_, at) => `${(at * 17).toString(16).padStart(2, '0')}90a000-0000-7000-8000-${String(at).padStart(12, '0')}`,
);

type Fate = 'answered' | 'lost' | 'busy';
const turnOf = fc.record({
  /** Booklets that are changed or added on the server, and booklets that leave. */
  changed: fc.array(fc.nat(CHILDREN.length - 1), { maxLength: 8 }),
  left: fc.array(fc.nat(CHILDREN.length - 1), { maxLength: 2 }),
  /** The server was restored and does not know the feed's cursor any more. */
  restored: fc.constantFrom(false, false, false, true),
  thorough: fc.constantFrom(false, false, true),
  fates: fc.array(fc.constantFrom<Fate>('answered', 'answered', 'answered', 'lost', 'busy'), { maxLength: 4 }),
  kill: fc.option(
    fc.record({ effects: fc.integer({ min: 1, max: 14 }), moment: fc.constantFrom<Moment>('before', 'after') }),
    {
      freq: 3,
    },
  ),
});
type Turn = typeof turnOf extends fc.Arbitrary<infer T> ? T : never;

const seal = (change: number) => `09${String(change).padStart(8, '0')}`;

/** A server whose feed returns changes in their order, like the real one. */
class Server {
  readonly here = new Map<string, number>();
  readonly removed = new Map<string, number>();
  epoch = 0;
  last = 0;
  fates: Fate[] = [];

  change(at: number): void {
    this.last += 1;
    this.removed.delete(CHILDREN[at] ?? '');
    this.here.set(CHILDREN[at] ?? '', this.last);
  }
  leave(at: number): void {
    const id = CHILDREN[at] ?? '';
    if (!this.here.delete(id)) return;
    this.last += 1;
    this.removed.set(id, this.last);
  }
  cursor = (change: number) => `${this.epoch}.${change}`;
  /** The position of a cursor; null when the server does not know it. */
  readUntil(cursor: string): number | null {
    const [epoch, change] = (cursor || this.cursor(0)).split('.').map(Number);
    return epoch === this.epoch ? (change ?? 0) : null;
  }

  private packed = (ids: readonly string[]) =>
    packBooklets(
      ids.flatMap((id) => {
        const change = this.here.get(id);
        return change === undefined
          ? []
          : [{ ...childOnDevice(id, { celular: seal(change) }), cambio: String(change) }];
      }),
    );

  private feed(desde: string): Response {
    const since = this.readUntil(desde);
    if (since === null) return Response.json(errorBody(new AppError('epoch')), { status: ERRORS.epoch.status });
    const due = [...this.here, ...this.removed].filter(([, change]) => change > since).sort(([, a], [, b]) => a - b);
    const page = due.slice(0, ON_A_PAGE);
    const siguiente = this.cursor(page.at(-1)?.[1] ?? since);
    const completo = due.length <= ON_A_PAGE;
    const body = {
      ...{ formato: BOOKLET_FORMAT, siguiente, completo, total: this.here.size },
      ...this.packed(page.map(([id]) => id)),
      salen: page.flatMap(([id]) => (this.removed.has(id) ? [id] : [])),
    };
    return Response.json(body, completo ? {} : { headers: { 'x-siguiente': siguiente } });
  }

  answer(url: string, body: string): Response {
    const fate = this.fates.shift() ?? 'answered';
    if (fate === 'lost') throw new TypeError('Failed to fetch');
    if (fate === 'busy') return Response.json({}, { status: 503 });
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === ROUTES.pullBooklets.path) return this.feed(searchParams.get('desde') ?? '');
    if (pathname === ROUTES.someBooklets.path)
      return Response.json({ formato: BOOKLET_FORMAT, ...this.packed(JSON.parse(body).ids) });
    const [personas, cambios] = [[...this.here.keys()], [...this.here.values()].map(String)];
    return Response.json({ formato: BOOKLET_FORMAT, siguiente: this.cursor(this.last), personas, cambios });
  }
}

/** A device that pulls booklets, on one page after another. */
async function begin() {
  freshBrowser();
  const server = new Server();
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { body?: string } = {}) => {
    if (url === ROUTES.getHealth.path) return Promise.resolve(Response.json({}));
    return Promise.resolve().then(() => betweenPages({ does: 'call', kinds: [] }, () => server.answer(url, body)));
  });
  const { pullAll } = await import('./pull.ts');
  const memory = newMemory();
  const id = crypto.randomUUID();
  const datos = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await memoryDisk(memory).makeVault(id);
  let page = createKillablePage();
  let keeper = createKeeper(memoryDisk(memory, betweenPages), () => (work) => work());
  let reading: PullPosition | null = await keeper.open({ id, datos });

  const pull = (thorough: boolean) =>
    page.run(() =>
      pullAll(
        keeper,
        reading,
        '',
        {
          onStored: () => undefined,
          onRead: (next) => {
            reading = next;
          },
        },
        { thorough, signal: new AbortController().signal },
      ).catch((error: unknown) => {
        if (!(error instanceof Error) || !['ApiError', 'NetworkError'].includes(error.name)) throw error;
      }),
    );

  /** The change number by person; checks that each booklet matches its row. */
  async function kept(): Promise<Map<string, number>> {
    const rows = await Promise.all(Array.from({ length: BUCKETS }, (_, bucket) => keeper.rows(bucket, today())));
    const changes = new Map<string, number>();
    for (const { _id } of rows.flat()) {
      const booklet = await keeper.booklet(_id);
      changes.set(_id, Number(booklet?.cambio));
      expect(booklet?.persona.celular).toBe(seal(Number(booklet?.cambio)));
    }
    const { removed, parts } = await keeper.compare(
      {
        formato: BOOKLET_FORMAT,
        siguiente: '',
        personas: [...changes.keys()],
        cambios: [...changes.values()].map(String),
      },
      false,
    );
    expect([removed, parts]).toEqual([[], []]);
    return changes;
  }

  async function openAnew(): Promise<void> {
    page.kill();
    const before = reading;
    page = createKillablePage();
    keeper = createKeeper(memoryDisk(memory, betweenPages), () => (work) => work());
    reading = await keeper.open({ id, datos });
    // The page continues where the previous one was, or one page later.
    const [had, has] = [before, reading].map((one) => server.readUntil(one?.siguiente ?? ''));
    if (had != null) expect(has).toBeGreaterThanOrEqual(had);
    if (has == null) return;
    const here = await kept();
    for (const [child, change] of server.here) if (change <= has) expect(here.get(child)).toBe(change);
    for (const [child, change] of server.removed) if (change <= has) expect(here.has(child)).toBe(false);
  }

  return {
    async turn({ changed, left, restored, thorough, fates, kill }: Turn): Promise<void> {
      for (const at of changed) server.change(at);
      for (const at of left) server.leave(at);
      if (restored) server.epoch += 1;
      server.fates = [...fates];
      if (kill) page.killAt(killAtEffect(kill.effects, kill.moment));
      await pull(thorough);
      if (kill) await openAnew();
    },
    /** Pulls everything without a failure. */
    async finish(): Promise<number> {
      server.fates = [];
      await openAnew();
      await pull(false);
      expect(reading?.completo).toBe(true);
      expect(await kept()).toEqual(server.here);
      return server.here.size;
    },
  };
}

withHeldTimers();

// proves P2, P3
it('a pull that is killed at any effect continues from its cursor, and the device ends with the server’s booklets', async () => {
  const counts = { kills: 0, booklets: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(turnOf, { maxLength: 8, size: 'max' }), async (turns) => {
      const device = await begin();
      for (const turn of turns) await device.turn(turn);
      counts.booklets += await device.finish();
      counts.kills += turns.filter(({ kill }) => kill).length;
    }),
    { numRuns: 80 },
  );
  // The walks must have included kills.
  expect(counts.kills).toBeGreaterThan(80);
  expect(counts.booklets).toBeGreaterThan(80);
});
