import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { ROUTES } from '#domain/calls/routes.ts';
import type { Outcome } from '#domain/calls/sending.ts';
import type { Values } from '#domain/fields/index.ts';
import { RECORDS } from '#domain/records/index.ts';
import type { NewOperation, PendingOperation } from '#domain/sync/lane.ts';
import { countPending } from '#domain/sync/pending-count.ts';
import type { BookletSource } from '#web/lib/source/booklet-source.ts';
import {
  betweenPages,
  createKillablePage,
  killAtEffect,
  type Moment,
} from '../../../../tests/support/killable-page.ts';
import { freshBrowser, outboxDevice, withHeldTimers } from '../../../../tests/support/outbox-page.ts';
import type { Overlay } from './overlay.ts';

const WOMEN = ['a', 'b', 'c'].map((end) => `0190a000-0000-7000-8000-00000000000${end}`);
const GONE = 'gone';
type Fate = 'done' | 'lost' | 'unsent' | 'busy';

interface Kill {
  readonly effects: number;
  readonly moment: Moment;
}
const killOf: fc.Arbitrary<Kill> = fc.record({
  effects: fc.integer({ min: 1, max: 14 }),
  moment: fc.constantFrom<Moment>('before', 'after'),
});
const fateOf = fc.constantFrom<Fate>('done', 'done', 'lost', 'unsent', 'busy');
const moveOf = fc.oneof(
  { weight: 4, arbitrary: fc.record({ is: fc.constant('save' as const), which: fc.nat(2), fate: fateOf }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('edit' as const), which: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('remove' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('send' as const),
      fates: fc.array(fateOf, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'came' as const }) },
);
/** An action with the point at which the page is killed; then the point for the next page, before it is open. */
const turnOf = fc.record({
  move: moveOf,
  kill: fc.option(killOf, { freq: 2 }),
  /** Whether the browser then deletes all databases. */
  deletes: fc.nat(3).map((number) => number === 0),
  whileOpening: fc.option(killOf, { freq: 4 }),
});
type Turn = typeof turnOf extends fc.Arbitrary<infer T> ? T : never;

/** A server that applies each operation once, and collects operations that no device may send. */
class Server {
  readonly records = new Map(WOMEN.map((id) => [id, '0']));
  readonly receipts = new Map<string, Outcome>();
  readonly wrong: string[] = [];
  fates: Fate[] = [];

  take({ op, hace, _id, valores }: Omit<NewOperation, 'persona' | 'tipo' | 'capturado'>): Outcome {
    const receipt = this.receipts.get(op);
    if (receipt) return receipt;
    if (this.records.has(_id) === (hace === 'crear')) this.wrong.push(`${hace} ${_id}`);
    if (hace === 'eliminar') this.records.delete(_id);
    else this.records.set(_id, String(valores?.celular ?? valores?.peso));
    const outcome: Outcome = { op, estado: 'hecha', sello: '9', version: this.receipts.size + 2 };
    this.receipts.set(op, outcome);
    return outcome;
  }

  /** @throws TypeError like `fetch` when the request or the answer is lost */
  answer(work: () => object): Response {
    const fate = this.fates.shift() ?? 'done';
    if (fate === 'busy') return Response.json({}, { status: 503 });
    if (fate === 'unsent') throw new TypeError('Failed to fetch');
    const body = work();
    if (fate === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(body);
  }
}

interface Sent {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A device, its server, and the saves that were confirmed to the user. */
async function begin() {
  freshBrowser();
  // Messages between pages have their own tests; here one page follows another.
  vi.stubGlobal('BroadcastChannel', undefined);
  const server = new Server();
  const reached = (work: () => object) =>
    Promise.resolve().then(() => betweenPages({ does: 'call', kinds: [] }, () => server.answer(work)));
  vi.stubGlobal('fetch', (url: string, { body = '{}', headers = {} }: Sent = {}) => {
    if (url === ROUTES.getHealth.path) return Promise.resolve(Response.json({}));
    const sent = JSON.parse(body);
    if (url === ROUTES.sendOperations.path)
      return reached(() => ({ resultados: sent.operaciones.map((one: PendingOperation) => server.take(one)) }));
    // The specified call, with its operation's id.
    const op = headers['x-operacion'] ?? '';
    return reached(() => server.take({ op, hace: 'crear', _id: sent._id, valores: sent }));
  });
  const device = outboxDevice();
  const modules = await device.load(betweenPages);
  const { reportServer } = await import('#web/lib/server-reach.ts');
  const { deviceWrite } = await import('./write.ts');
  const { api } = await import('#web/lib/api-client.ts');
  await device.signIn(modules);

  /** By record, its possible final values: the last confirmed one, or one that was being saved when the page was killed. */
  const may = new Map(WOMEN.map((id) => [id, new Set(['0'])]));
  const controls: { _id: string; persona: string }[] = [];
  let page = createKillablePage();
  let opened = await device.open(modules);
  let written = 0;

  async function openAnew(kill: Kill | null): Promise<void> {
    page.kill();
    freshBrowser(localStorage);
    page = createKillablePage(kill ? killAtEffect(kill.effects, kill.moment) : undefined);
    const next = await page.run(async () => {
      if ((await modules.allVaults()).length === 0) await device.signIn(modules);
      const counted = await device.pendientesOnDisk();
      return { counted, ...(await device.open(modules)) };
    });
    if (next === 'killed') return openAnew(null);
    opened = next;
    // The count must not be zero while operations are pending.
    if (countPending(opened.outbox.all()) > 0) expect(next.counted).toBeGreaterThan(0);
    expect(await device.pendientesOnDisk()).toBe(countPending(opened.outbox.all()));
  }

  const operation = (persona: string, part: Pick<NewOperation, 'hace' | 'tipo' | '_id'> & Partial<NewOperation>) => ({
    ...{ op: crypto.randomUUID(), persona, capturado: '2026-11-22T15:00:00.000Z', ...part },
  });

  /** The value that the device shows for a woman. */
  function shownOf(persona: string): string {
    const own = opened.outbox.all().filter(({ _id, hace }) => _id === persona && hace === 'reemplazar');
    return String(own.at(-1)?.valores?.celular ?? server.records.get(persona));
  }

  /** @param telling resolves once the save is confirmed */
  async function write(_id: string, becomes: string, telling: () => Promise<unknown>): Promise<void> {
    const before = (await page.run(telling)) === 'killed' ? (may.get(_id) ?? [GONE]) : [];
    may.set(_id, new Set([...before, becomes]));
  }

  const keep = (one: NewOperation, becomes: string) =>
    write(one._id, becomes, async () => expect(typeof (await opened.outbox.add(one))).toBe('string'));

  /** Saves like a form: at once where that is possible, behind pending work where not. */
  function save(_id: string, parentId: string, peso: number): Promise<unknown> {
    const overlay = { changeOf: async () => null, follow: async () => undefined };
    // A save reads nothing else of the device's source.
    const [nothing, sameFormat] = [() => undefined, () => true];
    const saving = deviceWrite(opened.outbox, overlay as unknown as Overlay, {} as BookletSource, nothing, sameFormat);
    const about = { definition: RECORDS.control, _id, values: { peso } as unknown as Values, parentId };
    const remote = async (how = {}) =>
      (await api.request('POST', '/api/control', { body: { _id, peso }, ...how })).body as { message: string };
    return saving({ hace: 'crear', about, remote, shown: async () => ({}) });
  }

  const next = () => {
    written += 1;
    return String(written);
  };

  async function make(move: Turn['move']): Promise<void> {
    if (move.is === 'save') {
      const [_id, persona = '', peso] = [crypto.randomUUID(), WOMEN[move.which], next()];
      server.fates = [move.fate];
      reportServer(true);
      await write(_id, peso, () => save(_id, persona, Number(peso)));
      controls.push({ _id, persona });
    } else if (move.is === 'edit') {
      const [persona = '', celular] = [WOMEN[move.which], next()];
      const edit = { version: 1, campos: ['celular'], antes: { celular: shownOf(persona) }, valores: { celular } };
      await keep(operation(persona, { hace: 'reemplazar', tipo: 'mujer', _id: persona, ...edit }), celular);
    } else if (move.is === 'remove') {
      // Confirmed values must be shown; the others may be.
      const shown = controls.filter(({ _id }) => may.get(_id)?.size === 1 && !may.get(_id)?.has(GONE));
      const one = shown[move.which % Math.max(shown.length, 1)];
      if (one) await keep(operation(one.persona, { hace: 'eliminar', tipo: 'control', _id: one._id }), GONE);
    } else if (move.is === 'send') {
      server.fates = [...move.fates];
      reportServer(true);
      await page.run(() => opened.sends(() => undefined).sendNow());
    } else {
      const done = opened.outbox.all().filter(({ estado }) => estado === 'hecha');
      await page.run(() => opened.outbox.end(new Map(done.map(({ op }) => [op, 'enviada']))));
    }
  }

  return {
    server,
    async turn({ move, kill, deletes, whileOpening }: Turn): Promise<void> {
      if (kill) page.killAt(killAtEffect(kill.effects, kill.moment));
      await make(move);
      if (!kill) return;
      page.kill();
      if (deletes) device.deleteDatabases();
      await openAnew(whileOpening);
    },
    /** Sends everything without a failure. */
    async finish(): Promise<void> {
      await openAnew(null);
      server.fates = [];
      reportServer(true);
      await opened.sends(() => undefined).sendNow();
      expect(opened.outbox.all().filter(({ estado }) => estado !== 'hecha')).toEqual([]);
      expect(server.wrong).toEqual([]);
      for (const [_id, states] of may) expect([...states]).toContain(server.records.get(_id) ?? GONE);
      for (const _id of server.records.keys()) expect(may.has(_id)).toBe(true);
      device.end();
    },
  };
}

withHeldTimers();

// proves C12, S2, V24
it('a page that is killed at any effect, also where the browser then deletes all databases, loses no confirmed save, sends nothing twice, and never counts pending work as none', async () => {
  const counts = { kills: 0, deletions: 0, sent: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(turnOf, { maxLength: 14, size: 'max' }), async (turns) => {
      const day = await begin();
      for (const turn of turns) await day.turn(turn);
      await day.finish();
      counts.kills += turns.filter(({ kill }) => kill).length;
      counts.deletions += turns.filter(({ kill, deletes }) => kill && deletes).length;
      counts.sent += day.server.receipts.size;
    }),
    { numRuns: 120 },
  );
  // The walks must have included kills.
  expect(counts.kills).toBeGreaterThan(120);
  expect(counts.deletions).toBeGreaterThan(30);
  expect(counts.sent).toBeGreaterThan(120);
});
