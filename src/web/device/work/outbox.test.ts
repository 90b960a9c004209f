import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewOperation, PendingOperation } from '#domain/sync/lane.ts';
import { ROSA } from '../../../../tests/support/child-on-device.ts';
import { locks } from '../../../../tests/support/locks.ts';
import type { Between, Effect } from '../../../../tests/support/memory-disk.ts';
import { freshBrowser, outboxDevice, QUIEN, VAULT } from '../../../../tests/support/outbox-page.ts';

const CHILD = '0190a000-0000-7000-8000-00000000000a';

let written = 0;
const control = (part: Partial<NewOperation> = {}): NewOperation => {
  written += 1;
  const id = `0190a000-0000-7000-8000-${String(written).padStart(12, '0')}`;
  return {
    ...{ op: id, persona: CHILD, hace: 'crear', tipo: 'control', _id: id, capturado: '2026-11-22T15:00:00.000Z' },
    valores: { peso: 6.4, secreto: QUIEN },
    ...part,
  };
};

let device: ReturnType<typeof outboxDevice>;
beforeEach(() => {
  freshBrowser();
  device = outboxDevice();
});
afterEach(() => {
  device.end();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const openPage = (between?: Between) => device.openPage(between);

const ids = (all: readonly PendingOperation[] | null) => all?.map(({ op }) => op);

it('stored operations are there for the next page, in order, and are counted without opening the vault', async () => {
  const first = await openPage();
  const some = [control(), control(), control()];
  for (const one of some) await first.outbox.add(one);
  await expect.poll(first.pendientes).toBe(3);
  // Also outside of the database.
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('libreta.por-enviar.'));
  expect(kept.map((key) => localStorage.getItem(key))).toEqual(['3']);
  const next = await openPage();
  expect(ids(next.outbox.all())).toEqual(some.map(({ op }) => op));
  expect(next.outbox.all().map(({ orden, estado }) => [orden, estado])).toEqual([
    [1, 'espera'],
    [2, 'espera'],
    [3, 'espera'],
  ]);
});

it('a full disk releases the reserve, also for the count that is written first', async () => {
  const page = await openPage();
  const stores = await page.stores();
  await stores.write({ reserva: { put: [{ clave: 'reserva', bytes: new Uint8Array(10_000) }] } });
  device.fill();
  const one = control();
  expect(await page.outbox.add(one)).toBe('alone');
  expect(ids(page.waiting())).toEqual([one.op]);
  expect(await page.pendientes()).toBe(1);
  expect(await stores.all('reserva')).toEqual([]);
  stores.close();
});

it('edits of one person in two pages keep both fields, and an edit of the same field is refused', async () => {
  const [first, second] = [await openPage(), await openPage()];
  const antes = { nombres: 'SISA', celular: '1', direccion: 'UNA' };
  const edit = (change: object, seen: object = antes) =>
    control({
      ...{ hace: 'reemplazar', tipo: 'mujer', _id: CHILD, version: 1, campos: Object.keys(antes) },
      ...{ antes: { ...seen }, valores: { ...seen, ...change } },
    });
  const expectedRefusal = { why: 'clash', campos: ['celular'] };
  // At the same time: neither page knows of the other's write.
  const [one, two] = await Promise.all([
    first.outbox.add(edit({ celular: '2' })),
    second.outbox.add(edit({ direccion: 'OTRA' })),
  ]);
  expect([one, two]).toEqual(['alone', 'joined']);
  expect(await second.outbox.add(edit({ celular: '3' }))).toMatchObject(expectedRefusal);
  const next = await openPage();
  expect(next.outbox.all().map(({ valores }) => valores)).toEqual([{ ...antes, celular: '2', direccion: 'OTRA' }]);
});

it('a save is confirmed only after a strict write', async () => {
  const written: Effect[] = [];
  const page = await openPage((effect, act) => {
    if (effect.does === 'write' && effect.kinds.includes('salida')) written.push(effect);
    return act();
  });
  await page.outbox.add(control());
  expect(written.map(({ strict }) => strict)).toEqual([true]);
});

it('nothing of an operation can be read on the disk', async () => {
  const page = await openPage();
  await page.outbox.add(control());
  await page.outbox.end(new Map([[page.outbox.all()[0]?.op ?? '', 'enviada']]));
  await page.outbox.add(control());
  const stores = await page.stores();
  const kept = [...(await stores.all('salida')), ...(await stores.all('enviados'))];
  stores.close();
  expect(kept).toHaveLength(2);
  for (const { sellado } of kept) expect(Buffer.from(sellado).toString('latin1')).not.toMatch(/KILLA|peso|control/);
});

it('an operation that a save is sending is not shown as pending, and the next page sends it', async () => {
  const page = await openPage();
  const one = control();
  await page.outbox.add(one, true);
  expect([page.outbox.all(), page.waiting()]).toEqual([[], []]);
  const next = await openPage();
  expect(next.outbox.all()).toMatchObject([{ op: one.op, estado: 'enviando' }]);
});

it('two pages that write at once lose nothing, and both have all operations', async () => {
  const [first, second] = [await openPage(), await openPage()];
  const some = Array.from({ length: 20 }, () => control());
  await Promise.all(some.map((one, at) => (at % 2 ? first : second).outbox.add(one)));
  const kept = (await openPage()).outbox.all();
  expect(ids(kept)?.toSorted()).toEqual(some.map(({ op }) => op).toSorted());
  expect(new Set(kept.map(({ orden }) => orden)).size).toBe(20);
  await expect.poll(() => [first.outbox.all().length, second.outbox.all().length]).toEqual([20, 20]);
  await expect.poll(first.pendientes).toBe(20);
});

it('without space the reserve is released; without a reserve the save fails, and nothing is stored in part', async () => {
  vi.stubGlobal('navigator', { locks: locks(), storage: { estimate: async () => ({ quota: 1e12, usage: 0 }) } });
  const page = await openPage();
  await page.outbox.reserve();
  const stores = await page.stores();
  expect(await stores.has('reserva', 'reserva')).toBe(true);
  device.fill();
  await page.outbox.add(control());
  expect(page.outbox.all()).toHaveLength(1);
  expect(await stores.has('reserva', 'reserva')).toBe(false);
  device.fill();
  await expect(page.outbox.add(control())).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(page.outbox.all()).toHaveLength(1);
  expect(await stores.all('salida')).toHaveLength(1);
  // The count for the sign-in page stays correct too.
  expect(await page.pendientes()).toBe(1);
  stores.close();
});

it('ended operations are kept for thirty days', async () => {
  const page = await openPage();
  const [one, two] = [control(), control()];
  for (const each of [one, two]) await page.outbox.add(each);
  await page.outbox.end(
    new Map([
      [one.op, 'enviada'],
      [two.op, 'descartada'],
    ]),
  );
  expect(await page.pendientes()).toBe(0);
  const all = { offset: 0, limit: 10 };
  expect((await page.outbox.ended(all)).rows).toMatchObject([
    { op: expect.any(String), quien: QUIEN, tipo: 'control' },
    { op: expect.any(String), quien: QUIEN, tipo: 'control' },
  ]);
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000, toFake: ['Date'] });
  try {
    const later = await openPage();
    await expect.poll(async () => (await later.outbox.ended(all)).total).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('an operation that was refused at once leaves nothing behind', async () => {
  const page = await openPage();
  const one = control();
  await page.outbox.add(one, true);
  await page.outbox.withdraw(one.op);
  expect((await openPage()).outbox.all()).toEqual([]);
  expect(await page.pendientes()).toBe(0);
});

const copies = () => Object.keys(localStorage).filter((key) => key.startsWith('libreta.copia.'));
/** The number of operations that the next start reports as lost. */
const lost = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('libreta.por-enviar.') && !key.endsWith(VAULT))
    .reduce((sum, key) => sum + Number(localStorage.getItem(key)), 0);

describe('when the browser deletes all databases', () => {
  /** The next page, after the restoration that reading the vaults begins; it creates no vault. */
  async function pageAfter() {
    const modules = await device.load();
    const before = await modules.existingDevice();
    return { before, vaults: await modules.allVaults(), open: () => device.open(modules) };
  }

  // proves V24
  it('pending operations are restored in order, may no longer change, and are counted; the device keeps its identity', async () => {
    const page = await openPage();
    const modules = await device.load();
    const identity = await modules.existingDevice();
    const some = [control(), control(), control()];
    for (const one of some) await page.outbox.add(one);
    await page.outbox.end(new Map([[some[1]?.op ?? '', 'descartada']]));
    await expect.poll(page.pendientes).toBe(2);
    device.deleteDatabases();
    const next = await pageAfter();
    expect(next.before).toEqual(identity);
    expect(next.vaults).toMatchObject([{ usuario: ROSA._id, pendientes: 2, dias: 14 }]);
    const { outbox, pendientes } = await next.open();
    expect(outbox.all().map(({ op, orden, estado }) => [op, orden, estado])).toEqual([
      [some[0]?.op, 1, 'enviando'],
      [some[2]?.op, 3, 'enviando'],
    ]);
    expect(outbox.all()[0]?.valores).toEqual(some[0]?.valores);
    expect([await pendientes(), lost()]).toEqual([2, 0]);
    // What is saved after it is not frozen by a later start.
    await outbox.add(control());
    expect((await (await pageAfter()).open()).outbox.all().at(-1)?.estado).toBe('espera');
    // A second deletion is no worse.
    device.deleteDatabases();
    expect(ids((await (await pageAfter()).open()).outbox.all())).toHaveLength(3);
  });

  // proves V24
  it('only operations without a copy are reported as lost', async () => {
    const page = await openPage();
    await page.outbox.add(control());
    const full = vi.spyOn(localStorage, 'setItem').mockImplementation((key) => {
      if (key.startsWith('libreta.copia.')) throw new DOMException('no room', 'QuotaExceededError');
      Reflect.set(localStorage, key, '3');
    });
    for (const one of [control(), control()]) expect(await page.outbox.add(one)).toBe('alone');
    await expect.poll(page.pendientes).toBe(3);
    full.mockRestore();
    localStorage.setItem(`libreta.por-enviar.${VAULT}`, '3');
    device.deleteDatabases();
    const next = await pageAfter();
    expect([next.vaults.length, lost()]).toEqual([1, 2]);
    expect((await next.open()).outbox.all()).toHaveLength(1);
  });

  // proves V24
  it('operations are restored into a database of the vault that was created anew', async () => {
    const page = await openPage();
    const some = [control(), control()];
    for (const one of some) await page.outbox.add(one);
    device.deleteVaultDatabase();
    const { disk } = await device.load();
    await disk.makeVault(VAULT);
    expect(ids((await (await pageAfter()).open()).outbox.all())).toEqual(some.map(({ op }) => op));
  });

  // proves V24
  it('an operation that changed without room for its copy is lost instead of restored as it was before', async () => {
    const page = await openPage();
    const edit = (celular: string, seen: string) =>
      control({
        ...{ hace: 'reemplazar', tipo: 'mujer', _id: CHILD, version: 1, campos: ['celular'], antes: { celular: seen } },
        valores: { celular },
      });
    await page.outbox.add(edit('2', '1'));
    await page.outbox.add(control());
    const set = localStorage.setItem.bind(localStorage);
    const full = vi.spyOn(localStorage, 'setItem').mockImplementation((key, text) => {
      if (key.endsWith('.1')) throw new DOMException('no room', 'QuotaExceededError');
      set(key, text);
    });
    expect(await page.outbox.add(edit('3', '2'))).toBe('joined');
    full.mockRestore();
    device.deleteDatabases();
    const next = await pageAfter();
    expect(lost()).toBe(1);
    expect((await next.open()).outbox.all().map(({ tipo }) => tipo)).toEqual(['control']);
  });

  // proves V24
  it('a vault that was removed from the device does not come back, although localStorage has its copy again', async () => {
    const page = await openPage();
    await page.outbox.add(control());
    const kept = copies().map((key) => [key, localStorage.getItem(key) ?? ''] as const);
    const modules = await device.load();
    const [vault] = await modules.allVaults();
    await modules.forgetVault(vault?.id ?? '');
    expect([copies(), kept.length]).toEqual([[], 2]);
    for (const [key, text] of kept) localStorage.setItem(key, text);
    expect((await pageAfter()).vaults).toEqual([]);
  });

  it('a copy without readable keys is removed', async () => {
    const page = await openPage();
    await page.outbox.add(control());
    const [name = ''] = copies().filter((key) => key.split('.').length === 3);
    for (const text of ['{', '{}', 'null', '{"boveda":{"id":"x"},"equipo":{"clave":"equipo"}}']) {
      localStorage.setItem(name, text);
      device.deleteDatabases();
      const next = await pageAfter();
      expect([next.before, next.vaults, copies()]).toEqual([undefined, [], []]);
    }
  });
});

describe('when the browser closes the database in the middle of a save', () => {
  const closed = () => new DOMException('The browser closed the database', 'AbortError');
  /** Breaks off the first writes of operations. @param stored whether the browser had stored the change */
  const broken = (stored: boolean, times = 1): Between => {
    let left = times;
    return ({ does, kinds }, act) => {
      if (does !== 'write' || !kinds.includes('salida') || left === 0) return act();
      left -= 1;
      if (stored) act();
      throw closed();
    };
  };

  it.each([false, true])('it is stored once, also if the browser had stored it: %s', async (stored) => {
    const page = await openPage(broken(stored));
    const one = control();
    expect(await page.outbox.add(one)).toBe(stored ? 'joined' : 'alone');
    expect(ids(page.waiting())).toEqual([one.op]);
    expect(ids((await openPage()).outbox.all())).toEqual([one.op]);
    expect(await page.pendientes()).toBe(1);
  });

  it('a save that is sent at once, and turns out to be stored, waits to be sent with the others', async () => {
    const page = await openPage(broken(true));
    const one = control();
    expect(await page.outbox.add(one, true)).toBe('joined');
    expect([ids(page.outbox.all()), ids(page.waiting())]).toEqual([[one.op], [one.op]]);
  });

  it('it fails when the browser closes the database a second time', async () => {
    const page = await openPage(broken(false, 2));
    await expect(page.outbox.add(control())).rejects.toMatchObject({ name: 'AbortError' });
    expect([page.waiting(), await page.pendientes()]).toEqual([[], 0]);
  });
});

it('the second copy is as unreadable as the database, and has only what is pending', async () => {
  const page = await openPage();
  const some = [control(), control()];
  for (const one of some) await page.outbox.add(one);
  await expect.poll(page.pendientes).toBe(2);
  const stored = () =>
    copies()
      .map((key) => `${key} ${localStorage.getItem(key)}`)
      .toSorted();
  const before = stored();
  expect(before).toHaveLength(3);
  const texts = copies().map((key) => localStorage.getItem(key) ?? '');
  for (const text of texts) {
    expect(text).not.toMatch(/KILLA|peso|control/);
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toMatch(/KILLA|peso|control/);
  }
  // A page that was killed before it could write localStorage leaves old copies behind.
  const [name = ''] = copies().filter((key) => key.endsWith('.2'));
  localStorage.setItem(name.replace(/2$/, '99'), 'AAAA');
  localStorage.removeItem(name);
  const next = await openPage();
  await expect.poll(stored).toEqual(before);
  await next.outbox.end(new Map(some.map(({ op }) => [op, 'enviada'])));
  // The keys stay for sealed drafts.
  expect(copies().map((key) => key.split('.').length)).toEqual([3]);
});
