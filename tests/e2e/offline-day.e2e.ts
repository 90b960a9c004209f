import { expect, test } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { type BadLine, startBadLine } from '../support/bad-line.ts';
import { fieldDay, lostOrDoubled, newLedger, personOf } from '../support/field-day.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { bookletsOnDevice, installed, ready, SENT, statusChip, tablet } from '../support/tablet.ts';

const ROSA = '0602948179';
interface Day {
  children: number;
  tag: string[];
}
const requestedChildren = Number(process.env.OFFLINE_CHILDREN ?? 0);
/** `npm run test:offline` runs a day of sixty children. */
const DAYS: Day[] =
  requestedChildren > 0
    ? [{ children: requestedChildren, tag: [] }]
    : [
        { children: 4, tag: [] },
        { children: 12, tag: ['@long'] },
      ];
/** Operations waiting after several days; 1,000 in `npm run test:offline`, otherwise skipped. */
const QUEUED = Number(process.env.OFFLINE_QUEUE ?? 0);
const INITIAL_CHILDREN = 6;
const SENT_WITHIN_MS = 240_000;
/** About a minute in all on a busy machine. */
const EACH_MS = 30_000;

let server: ServerProcess;
let line: BadLine;
let token: string;
const { call } = {
  call: (...args: Parameters<ReturnType<typeof remoteApi>['call']>) => remoteApi(server.url).call(...args),
};

const cedulaOf = (at: number) => String(1_000_000_000 + at);

/** Each day has its own server, which is restarted during it. */
test.beforeEach(async () => {
  server = await startServer();
  line = await startBadLine(server.url);
  await createUser(server, ROSA, 'ROLE_BRIGADA');
  token = await remoteApi(server.url).signIn({ cedula: ROSA, password: PASSWORD });
  for (let at = 0; at < INITIAL_CHILDREN; at += 1) {
    const body = { ...RECORDS.nino.example, ...personOf(cedulaOf(at)) };
    const { body: child } = await call('POST', '/api/nino', body, token);
    await call('POST', '/api/control', { ...RECORDS.control.example, ninoId: child._id }, token);
  }
});
test.afterEach(async () => {
  await line.close();
  await server.stop();
});

const inventory = async (): Promise<Record<string, string>> => {
  const { body } = await call('GET', '/api/sincronizacion/inventario', undefined, token);
  return Object.fromEntries(body.personas.map((id: string, at: number) => [id, body.cambios[at]]));
};

async function wholeDay({ children: count }: Day): Promise<void> {
  test.setTimeout(count * EACH_MS + 5 * 60_000);
  const device = tablet(line.url);
  const ledger = newLedger();
  for (let at = 0; at < INITIAL_CHILDREN; at += 1) ledger.confirmed.set(cedulaOf(at), { control: 1, vacuna: 0 });
  try {
    const morning = await device.start();
    await device.signIn(morning, ROSA);
    await ready(morning);
    await installed(morning);

    const day = fieldDay(device, line.url, ledger);
    await day.begin();
    await day.killedWhileTyping(cedulaOf(99));
    for (let at = 0; at < count; at += 1) {
      await day.child(cedulaOf(100 + at));
      if (at === Math.floor(count / 2)) await day.killedWhileSaving(cedulaOf(900));
    }
    await day.edit(cedulaOf(0), '0990000001');
    await day.edit(cedulaOf(100), '0990000002');
    await day.edit(cedulaOf(100), '0990000003');
    await day.removeControl(cedulaOf(1));
    await day.removeControl(cedulaOf(101));
    await day.remove(cedulaOf(2));
    await day.remove(cedulaOf(99 + count));
    await expect(statusChip(day.page())).toHaveAttribute('aria-label', /^Sin señal · \d+ por enviar$/);

    line.set({ delayMs: 100, kbitPerS: 400, of: /\/api\/sincronizacion\/envio/, dropsEvery: 2, refusesEvery: 3 });
    await day.page().context().setOffline(false);
    for (let restart = 0; restart < 2; restart += 1) {
      await expect.poll(() => line.counted().all, { timeout: SENT_WITHIN_MS }).toBeGreaterThan(restart * 2);
      await server.restart();
    }
    await expect(statusChip(day.page())).toHaveAttribute('aria-label', SENT, {
      timeout: SENT_WITHIN_MS,
    });
    expect(line.counted().dropped).toBeGreaterThan(0);
    expect(line.counted().refused).toBeGreaterThan(0);
    line.set({});

    expect(await lostOrDoubled(call, token, ledger)).toEqual({ lost: [], doubled: [] });
    await expect.poll(async () => bookletsOnDevice(day.page()), { timeout: SENT_WITHIN_MS }).toEqual(await inventory());
    const { body: children } = await call('GET', '/api/nino?limit=1000', undefined, token);
    const expectedCedulas = new Set([...ledger.confirmed.keys(), ...ledger.unconfirmed]);
    expect(
      children.map(({ cedula }: { cedula: string }) => cedula).filter((one: string) => !expectedCedulas.has(one)),
    ).toEqual([]);
  } finally {
    await device.throwAway();
  }
}

for (const day of DAYS)
  test(
    `nothing is lost or duplicated in a day without signal with ${day.children} children, two kills of the browser and an evening on a bad line`,
    { tag: day.tag },
    () => wholeDay(day),
  );

if (QUEUED > 0)
  test(`${QUEUED} waiting operations are sent over a bad line, each once`, async () => {
    test.setTimeout(QUEUED * 5_000 + 10 * 60_000);
    const device = tablet(line.url);
    const ledger = newLedger();
    try {
      const morning = await device.start();
      await device.signIn(morning, ROSA);
      await ready(morning);
      await installed(morning);
      const { body: children } = await call('GET', '/api/nino?limit=1000', undefined, token);
      const day = fieldDay(device, line.url, ledger);
      await day.begin();
      const each = Math.ceil(QUEUED / 4);
      for (const { _id, cedula, celular } of children.slice(0, 4)) {
        const controls = (await call('GET', `/api/control?ninoId=${_id}`, undefined, token)).body.length;
        const vaccines = (await call('GET', `/api/vacuna?ninoId=${_id}`, undefined, token)).body.length;
        ledger.confirmed.set(cedula, { control: controls, vacuna: vaccines, celular });
        await day.controls(cedula, each);
      }
      line.set({ delayMs: 400, kbitPerS: 400, of: /\/api\/sincronizacion\/envio/, dropsEvery: 5 });
      const begun = performance.now();
      await day.page().context().setOffline(false);
      await expect(statusChip(day.page())).toHaveAttribute('aria-label', SENT, { timeout: 5 * 60_000 });
      console.log(`${QUEUED} operations were sent in ${((performance.now() - begun) / 1_000).toFixed(1)} s.`);
      line.set({});
      expect(await lostOrDoubled(call, token, ledger)).toEqual({ lost: [], doubled: [] });
    } finally {
      await device.throwAway();
    }
  });
