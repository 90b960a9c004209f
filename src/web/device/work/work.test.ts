import { afterEach, expect, it, vi } from 'vitest';
import { type DeviceRow, deviceRow } from '#domain/sync/device-row.ts';
import type { NewOperation } from '#domain/sync/lane.ts';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { childOnDevice, ROSA } from '../../../../tests/support/child-on-device.ts';
import { freshBrowser, outboxDevice } from '../../../../tests/support/outbox-page.ts';

const CHILD = '0190a000-0000-7000-8000-00000000000a';
const MINUTE_MS = 60_000;

afterEach(() => vi.unstubAllGlobals());

/** The work of a device that has at most one booklet. @param cambio the change number of that booklet */
async function workOf({ cambio, isWhole, rows = [] }: { cambio?: string; isWhole: boolean; rows?: DeviceRow[] }) {
  freshBrowser();
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const device = outboxDevice();
  const modules = await device.load();
  await device.signIn(modules);
  const [id = ''] = await modules.disk.vaults();
  const stores = await modules.disk.openVault(id);
  const row = { persona: CHILD, tipo: 'nino', sellado: new Uint8Array(0) };
  if (cambio !== undefined) await stores.write({ libretas: { put: [{ ...row, cambio }] } });
  stores.close();
  const { beginWork } = await import('./work.ts');
  const vault = { id, usuario: ROSA._id, ...(await keysOf(randomBytes(32))) };
  const base = {
    rowsOf: () => rows,
    booklet: async () => null,
    isWhole: () => isWhole,
    sameFormat: () => true,
    pull: () => undefined,
  };
  return {
    ...{ work: await beginWork(vault, base), reopened: () => beginWork(vault, base) },
    pendingOnDisk: device.pendientesOnDisk,
    async bookletArrives(stamp: string): Promise<void> {
      const vaultStores = await modules.disk.openVault(id);
      await vaultStores.write({ libretas: { put: [{ ...row, cambio: stamp }] } });
      vaultStores.close();
    },
  };
}

// proves C6
it.each([
  ['stays while its booklet is older', { cambio: '8', isWhole: false }, { doneFor: 11 * MINUTE_MS }, 1],
  ['ends once its booklet was fetched', { cambio: '9', isWhole: true }, {}, 0],
  ['stays for 10 minutes while its booklet is absent', { isWhole: true }, { doneFor: 9 * MINUTE_MS }, 1],
  ['ends after 10 minutes if its booklet is absent', { isWhole: true }, { doneFor: 11 * MINUTE_MS }, 0],
  ['ends at once if its booklet is absent and the device has not all booklets', { isWhole: false }, {}, 0],
  ['ends at once if it is a deletion and the booklet is absent', { isWhole: true }, { hace: 'eliminar' as const }, 0],
])('a done operation %s', async (_, device, how, left) => {
  const { hace = 'crear', doneFor = 0 }: { hace?: NewOperation['hace']; doneFor?: number } = how;
  const { work } = await workOf(device);
  const { outbox } = work;
  const op = crypto.randomUUID();
  const control = { tipo: 'control', _id: crypto.randomUUID(), valores: { peso: 6.4 } } as const;
  await outbox.add({ op, persona: CHILD, hace, ...control, capturado: '2026-11-22T15:00:00.000Z' });
  const hecha = { sello: '9', version: 1, en: Date.now() - doneFor };
  await outbox.update(new Map([[op, (one) => ({ ...one, estado: 'hecha' as const, hecha })]]));
  await work.came([CHILD]);
  expect(outbox.all()).toHaveLength(left);
  work.close();
});

// proves S2
it('what the server accepted at once is shown by the device until its booklet is pulled, but does not wait and leaves no entry', async () => {
  const { work, reopened, pendingOnDisk, bookletArrives } = await workOf({ cambio: '8', isWhole: true });
  const { waitingWork } = await import('#web/device/shown/waiting-work.ts');
  const [op, _id] = [crypto.randomUUID(), crypto.randomUUID()];
  const control = { tipo: 'control', _id, valores: { peso: 6.4 }, capturado: '2026-11-22T15:00:00.000Z' } as const;
  await work.outbox.add({ op, persona: CHILD, hace: 'crear', ...control }, true);
  expect(work.overlay.waits(CHILD)).toBe(false);
  await work.outbox.applied(op, { sello: '9', version: 1 });
  await expect.poll(() => work.overlay.waits(CHILD)).toBe(true);
  expect([work.outbox.all(), waitingWork.get(), await pendingOnDisk()]).toEqual([[], [], 0]);
  expect(work.knowsMore(['control', CHILD])).toBe(false);
  // The next edit of the record is an operation of its own, with the version that its form loaded.
  const edit = { ...control, hace: 'reemplazar', version: 1, valores: { peso: 6.5 } } as const;
  expect(await work.outbox.add({ ...edit, op: crypto.randomUUID(), persona: CHILD })).toBe('alone');
  expect(work.outbox.all()).toMatchObject([{ version: 1, valores: { peso: 6.5 } }]);
  await work.came([CHILD]);
  expect(work.outbox.shown()).toHaveLength(2);
  work.close();

  const next = await reopened();
  expect([next.outbox.all().length, next.overlay.waits(CHILD)]).toEqual([1, true]);
  await bookletArrives('9');
  await next.came([CHILD]);
  expect(next.outbox.shown()).toHaveLength(1);
  expect((await next.ended({ offset: 0, limit: 10 })).total).toBe(0);
  next.close();
});

// proves S2
it('a person registered and deleted before any pull is gone from the device with it', async () => {
  const { work } = await workOf({ isWhole: true });
  const person = { persona: CHILD, _id: CHILD, tipo: 'nino', capturado: '2026-11-22T15:00:00.000Z' } as const;
  const [creation, deletion] = [crypto.randomUUID(), crypto.randomUUID()];
  await work.outbox.add({ ...person, op: creation, hace: 'crear', valores: {} }, true);
  await work.outbox.applied(creation, { sello: '9', version: 1 });
  await work.came([]);
  expect(work.outbox.shown()).toHaveLength(1);
  await work.outbox.add({ ...person, op: deletion, hace: 'eliminar' }, true);
  await work.outbox.applied(deletion, { sello: '11', version: undefined });
  await work.came([CHILD]);
  expect([work.outbox.shown(), work.overlay.rowsOf('nino')]).toEqual([[], []]);
  work.close();
});

// proves S2
it('a person registered during the first pull stays on the device until her booklet comes', async () => {
  const { work, bookletArrives } = await workOf({ isWhole: false });
  const op = crypto.randomUUID();
  const person = { persona: CHILD, _id: CHILD, tipo: 'nino', capturado: '2026-11-22T15:00:00.000Z' } as const;
  await work.outbox.add({ ...person, op, hace: 'crear', valores: {} }, true);
  await work.outbox.applied(op, { sello: '9', version: 1 });
  await work.came([crypto.randomUUID()]);
  expect(work.outbox.shown()).toHaveLength(1);
  await bookletArrives('9');
  await work.came([CHILD]);
  expect(work.outbox.shown()).toEqual([]);
  work.close();
});

// proves D11
it('a new record is held after it was sent and fetched, also by the next page', async () => {
  const { work, reopened } = await workOf({ cambio: '9', isWhole: true });
  const { outbox } = work;
  const [op, _id] = [crypto.randomUUID(), crypto.randomUUID()];
  const control = { tipo: 'control', _id, valores: { peso: 6.4 }, capturado: '2026-11-22T15:00:00.000Z' };
  await outbox.add({ op, persona: CHILD, hace: 'crear', ...control });
  const hecha = { sello: '9', version: 1, en: Date.now() };
  await outbox.update(new Map([[op, (one) => ({ ...one, estado: 'hecha' as const, hecha })]]));
  await work.came([CHILD]);
  expect([outbox.all(), work.holds(_id), work.holds(crypto.randomUUID())]).toEqual([[], true, false]);
  work.close();
  const next = await reopened();
  expect(next.holds(_id)).toBe(true);
  next.close();
});

// proves D11
it('a new person is held once her booklet is stored', async () => {
  const { work } = await workOf({ isWhole: true, rows: [deviceRow(childOnDevice(CHILD))] });
  expect([work.holds(CHILD), work.holds(crypto.randomUUID())]).toEqual([true, false]);
  work.close();
});

// proves D11
it('a record that was withdrawn, because the server refused its form, is not held', async () => {
  const { work, reopened } = await workOf({ isWhole: true });
  const [op, _id] = [crypto.randomUUID(), crypto.randomUUID()];
  const control = { tipo: 'control', _id, valores: { peso: 6.4 }, capturado: '2026-11-22T15:00:00.000Z' };
  await work.outbox.add({ op, persona: CHILD, hace: 'crear', ...control });
  await work.outbox.withdraw(op);
  expect(work.holds(_id)).toBe(false);
  work.close();
  const next = await reopened();
  expect(next.holds(_id)).toBe(false);
  next.close();
});

it('a pending record keeps the name of its person after the booklet left the device, also for the next page', async () => {
  const rows = [deviceRow(childOnDevice(CHILD, { nombres: 'SISA', apellidos: 'GUALÁN' }))];
  const { work, reopened } = await workOf({ isWhole: true, rows });
  const control = { tipo: 'control', valores: { peso: 6.4 }, capturado: '2026-11-22T15:00:00.000Z' };
  const [op, _id] = [crypto.randomUUID(), crypto.randomUUID()];
  await work.outbox.add({ op, persona: CHILD, hace: 'crear', _id, ...control });
  // The account lost its role, or the booklet was handed over.
  rows.length = 0;
  await work.came([CHILD]);
  expect(work.outbox.all().map(work.quien)).toEqual(['SISA GUALÁN']);
  work.close();
  const next = await reopened();
  expect(next.outbox.all().map(next.quien)).toEqual(['SISA GUALÁN']);
  await next.outbox.end(new Map([[op, 'retenida']]));
  expect((await next.ended({ offset: 0, limit: 1 })).rows).toMatchObject([{ op, quien: 'SISA GUALÁN' }]);
  next.close();
});

const DAY_MS = 24 * 60 * MINUTE_MS;
/** The server's time is two days before that of the device. */
async function contactTwoDaysBehind(): Promise<void> {
  const { applyServerTime } = await import('#web/lib/server-clock.ts');
  applyServerTime(new Date(Date.now() - 2 * DAY_MS).toUTCString());
}

// proves C18
it('records of a clock that was wrong are marked when they were sent, and the user is warned, also by the next page', async () => {
  const { work, reopened } = await workOf({ isWhole: false });
  const { deviceWarning } = await import('#web/device/shown/device-warning.ts');
  const { outbox } = work;
  const written = () => ({
    ...{ op: crypto.randomUUID(), persona: CHILD, hace: 'crear' as const, tipo: 'control', _id: crypto.randomUUID() },
    ...{ valores: { peso: 6.4 }, capturado: new Date().toISOString(), desfase: 0 },
  });
  const [misdated, waiting] = [written(), written()];
  await outbox.add(misdated);
  await outbox.add(waiting);
  expect(deviceWarning.get()).toBeNull();
  await contactTwoDaysBehind();
  expect(deviceWarning.get()?.message).toMatch(
    /^Mostraba el \d\d\/\d\d\/\d{4}, y era el \d\d\/\d\d\/\d{4}\. Revisa la fecha de 2 registros que hiciste sin señal: están marcados en «Este equipo»\.$/,
  );
  await outbox.end(new Map([[misdated.op, 'enviada']]));
  const { now, clockBehind } = await import('#domain/clock.ts');
  const later = { ...written(), capturado: now().toISOString(), desfase: clockBehind() };
  await outbox.add(later);
  await outbox.end(new Map([[later.op, 'enviada']]));
  const { rows } = await outbox.ended({ offset: 0, limit: 10 });
  expect(new Map(rows.map(({ op, fechaDudosa }) => [op, fechaDudosa]))).toEqual(
    new Map([
      [misdated.op, true],
      [later.op, undefined],
    ]),
  );
  work.close();
  deviceWarning.set(null);
  const next = await reopened();
  expect(deviceWarning.get()?.message).toContain('Revisa la fecha de un registro que hiciste sin señal: está marcado');
  next.close();
});
