import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { reportLedger } from '../support/fault-report.ts';
import { keepLedger } from '../support/ledger.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { remoteApi } from '../support/remote-api.ts';
import { createServerInspector } from '../support/server-inspector.ts';
import { startServer } from '../support/server-process.ts';

const DAY_MS = 24 * 60 * 60_000;
const SET_BACK = expect.stringMatching(
  /^Las entradas \d+ a \d+ son anteriores .* o el reloj del servidor se atrasó\.$/,
);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Clocks of one machine may differ by the fraction of a millisecond that one of them cuts off. */
function expectBetween(what: string, first: number, instant: number, last: number): void {
  expect([first - 1 <= instant, instant <= last + 1], `${what}: ${first}, ${instant}, ${last}`).toEqual([true, true]);
}

/** The clock of the application, and on the embedded database also that of the database and the journal. */
test.each(['embedded', 'PostgreSQL'])(
  'the clock jumps two days ahead and back, then two days behind and back (%s)',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'libreta-fault-'));
    ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
    let cluster: Cluster | undefined;
    if (engine === 'PostgreSQL') {
      cluster = await startCluster({ durable: true });
      ends.push(cluster.stop);
    }
    const inside = createServerInspector();
    ends.push(inside.remove);
    const database = cluster ? { databaseUrl: cluster.url } : {};
    const server = await startServer({ dataDir, env: inside.env, ...database });
    ends.push(() => server.kill());
    const { call, signIn } = remoteApi(server.url);
    const ledger = await keepLedger(server);
    const worksAfter: number[] = [];
    const recorded: string[] = [];

    /** Shifts the clock and checks that everything works. @returns a token issued then */
    const jump = async (days: number): Promise<string> => {
      const shifted = () => Date.now() + days * DAY_MS;
      expectBetween('its clock', shifted(), (await inside.shift(days * DAY_MS)).now, shifted());
      worksAfter.push(await ledger.works());
      await ledger.progress(20);
      const token = await signIn(server.admin);
      expect(token, 'signs in').toMatch(/^ey/);
      const _id = crypto.randomUUID();
      recorded.push(_id);
      const child = { ...RECORDS.nino.example, _id, cedula: _id.slice(0, 20) };
      const before = Date.now();
      expect((await call('POST', '/api/nino', child, token)).status).toBe(201);
      const after = Date.now();
      const { body } = await call('GET', `/api/nino/${_id}`, undefined, token);
      const ahead = days * DAY_MS;
      expectBetween('registered by the clock', before + ahead, Date.parse(body.fechaRegistro), after + ahead);
      const { body: history } = await call('GET', `/api/nino/${_id}/historial`, undefined, token);
      const created = history.find(({ accion }: { accion: string }) => accion === 'crear');
      // The journal uses the database's clock, whatever the clocks of the processes.
      const noted = cluster ? 0 : ahead;
      expectBetween('noted by the clock', before + noted, Date.parse(created.cuando), after + noted);
      // Reports include every record at once.
      const { body: tablero } = await call('GET', '/api/reportes/tablero', undefined, token);
      const { total } = tablero;
      const other = { ...child, _id: crypto.randomUUID() };
      other.cedula = other._id.slice(0, 20);
      recorded.push(other._id);
      expect((await call('POST', '/api/nino', other, token)).status).toBe(201);
      const { body: later } = await call('GET', '/api/reportes/tablero', undefined, token);
      expect(later.total).toBeGreaterThan(total);
      return token;
    };
    const holds = async (token: string) => (await call('GET', '/api/perfil', undefined, token)).status !== 401;

    const before = ledger.token;
    await ledger.progress(20);
    const ahead = await jump(2);
    expect(await holds(before), 'a session of 12 hours has ended two days later').toBe(false);
    await jump(0);
    expect(await holds(ahead), 'one that began meanwhile goes on').toBe(true);
    const today = ledger.token;
    await jump(-2);
    expect(await holds(today), 'a clock that goes behind ends no session').toBe(true);
    await jump(0);
    expect(await holds(today)).toBe(true);
    await ledger.progress(20);
    await ledger.end();
    expect(await server.stop()).toBe(0);
    // Entries after the jump back are older than existing ones; one sentence reports them all.
    const settled = await ledger.settle(cluster ? { url: cluster.url } : { dataDir }, {
      others: recorded,
      findings: cluster ? [] : [SET_BACK],
    });
    expect(settled).toMatchObject({ lost: 0, doubled: 0 });
    reportLedger({
      fault: `the clock jumps, ${engine}`,
      what: 'the process goes 2 days ahead, back, 2 days behind, and back while people save; who was signed in when it jumped ahead signs in again',
      ...{ ledger, settled, worksAfter },
      // PostgreSQL may be waited for too long on a busy machine.
      allowed: cluster ? [401, 503] : [401],
    });
  },
);
