import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { freshDevice, kdf, memory, openPage } from '../../../../tests/support/device-page.ts';
import { deviceServer } from '../../../../tests/support/device-server.ts';
import { type Between, upgrade } from '../../../../tests/support/memory-disk.ts';

const PASSWORD = 'Libreta2026';
const person = (_id: string, cedula: string, role = 'ROLE_BRIGADA') => ({
  _id,
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula,
  email: `${cedula}@ejemplo.ec`,
  roles: [role],
  accessToken: `token-${_id}`,
  message: '',
});
const rosa = person('0190a000-0000-7000-8000-000000000001', '0602948179');
const luis = person('0190a000-0000-7000-8000-000000000002', '0601735262');
type Page = Awaited<ReturnType<typeof openPage>>;

let server: ReturnType<typeof deviceServer>;
beforeEach(() => {
  server = deviceServer();
  freshDevice(server);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Signs in where the server answers, as the form does, and waits for the vault. */
async function signInOnline(page: Page, who = rosa, password = PASSWORD) {
  const trial = page.beginTrial({ cedula: who.cedula, password }).catch(() => null);
  server.who = who;
  page.setSession(who);
  await page.entered(who, password, trial);
}
const databases = () => [...memory().databases.keys()];
const signInOffline = (page: Page, cedula = rosa.cedula, password = PASSWORD) =>
  page.enterOffline(page.beginTrial({ cedula, password }), password);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: Error) => error.message,
  );

test('who signed in once opens her vault without the server, and is who she was', async () => {
  const first = await openPage();
  await signInOnline(first);
  expect(first.vaultState.get()).toBe('open');
  first.clearSession();
  expect([first.vaultState.get(), first.openVault.get()]).toEqual(['none', null]);
  server.away = true;
  const again = await openPage();
  expect(await signInOffline(again)).toBe(true);
  expect(again.getSession()).toEqual(rosa);
  expect(again.openVault.get()).toMatchObject({
    usuario: rosa._id,
    id: first.openVault.get()?.id ?? expect.any(String),
  });
});

test('nothing on the disk names the person, and neither key alone is the vault’s', async () => {
  const page = await openPage();
  await signInOnline(page);
  const [entry] = await page.allVaults();
  const stored = JSON.stringify([entry, await page.knownDevice()], (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  for (const word of [rosa.cedula, rosa.nombre, rosa.apellido, rosa.email, PASSWORD, rosa.accessToken])
    expect(stored).not.toContain(word);
  const llave = (await server.keys.answer({ params: {}, query: {}, body: server.keys.asked[0]?.body })) as {
    llave: string;
    ficha: string;
  };
  expect(stored).not.toContain(llave.llave);
  expect(entry?.kdf).toMatchObject({ memory: 65_536, passes: 2 });
});

test.each([
  [0, 0],
  [3, 1],
])('of whoever no longer works with booklets nothing stays but what waits to be sent: %d', async (pendientes, stay) => {
  const page = await openPage();
  await signInOnline(page);
  const [entry] = await page.allVaults();
  await page.changeVault(entry?.id ?? '', (one) => ({ ...one, pendientes }));
  page.clearSession();
  const again = await openPage();
  await signInOnline(again, person(rosa._id, rosa.cedula, 'ROLE_USUARIO'));
  expect(await again.allVaults()).toHaveLength(stay);
  // What waits can be handed in.
  expect(again.openVault.get()?.usuario).toBe(stay ? rosa._id : undefined);
});

test('where memory is refused a new vault takes less, and says so to whoever opens it', async () => {
  kdf.giveAtMost(20_000);
  const page = await openPage();
  await signInOnline(page);
  expect((await page.vaultOf(rosa._id))?.kdf.memory).toBe(19_456);
  server.away = true;
  const again = await openPage();
  expect(await signInOffline(again)).toBe(true);
  kdf.giveAtMost(1_000);
  const poor = await openPage();
  expect(await refusal(signInOffline(poor))).toContain('no tiene memoria libre');
  // What could not be tried was no attempt.
  expect((await poor.vaultOf(rosa._id))?.intentos).toBe(0);
});

test('a stranger, and who never signed in here, are told of no vault', async () => {
  const page = await openPage();
  await signInOnline(page);
  server.away = true;
  expect(await signInOffline(await openPage(), luis.cedula)).toBe(false);
  freshDevice(server);
  expect(await signInOffline(await openPage())).toBe(false);
});

test('of a cedula so little lies on the disk that a million others fit, and a vault of an earlier release is found', async () => {
  const page = await openPage();
  await signInOnline(page);
  const { etiqueta, id } = (await page.vaultOf(rosa._id)) ?? { etiqueta: '', id: '' };
  expect(etiqueta).toMatch(/^[\w-]$/);
  // Earlier releases kept the whole of it.
  const { sal } = await page.thisDevice();
  const key = await crypto.subtle.importKey('raw', sal, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const tag = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(rosa.cedula));
  const whole = Buffer.from(tag).toString('base64url');
  expect(whole.startsWith(etiqueta)).toBe(true);
  await page.changeVault(id, (entry) => ({ ...entry, etiqueta: whole }));
  server.away = true;
  const offline = await openPage();
  expect(await signInOffline(offline)).toBe(true);
  server.away = false;
  await signInOnline(await openPage());
  expect((await page.vaultOf(rosa._id))?.etiqueta).toBe(etiqueta);
});

test('a cedula that leads to the vault of somebody else with the same password opens nothing', async () => {
  const page = await openPage();
  await signInOnline(page);
  const id = (await page.vaultOf(rosa._id))?.id ?? '';
  // The beginning of every tag.
  await page.changeVault(id, (entry) => ({ ...entry, etiqueta: '' }));
  page.clearSession();
  server.away = true;
  const other = await openPage();
  expect(await signInOffline(other, luis.cedula)).toBe(false);
  expect([other.getSession(), other.openVault.get()]).toEqual([null, null]);
  expect(await signInOffline(other)).toBe(true);
});

test('two people on one device: each opens only her own', async () => {
  const page = await openPage();
  await signInOnline(page);
  page.clearSession();
  await signInOnline(page, luis, 'OtraClave2026');
  expect((await page.allVaults()).map(({ usuario }) => usuario).toSorted()).toEqual([rosa._id, luis._id]);
  server.away = true;
  const later = await openPage();
  expect(await refusal(signInOffline(later, rosa.cedula, 'OtraClave2026'))).toContain('Contraseña incorrecta');
  expect(await signInOffline(later, luis.cedula, 'OtraClave2026')).toBe(true);
  expect(later.getSession()?._id).toBe(luis._id);
});

test('a password that was changed elsewhere opens by the server once, and by itself from then on', async () => {
  const page = await openPage();
  await signInOnline(page);
  const id = page.openVault.get()?.id;
  const next = await openPage();
  await signInOnline(next, { ...rosa, accessToken: 'later' }, 'Distinta2026');
  expect(next.openVault.get()?.id).toBe(id);
  server.away = true;
  const offline = await openPage();
  expect(await refusal(signInOffline(offline))).toContain('Contraseña incorrecta');
  expect(await signInOffline(offline, rosa.cedula, 'Distinta2026')).toBe(true);
  expect(offline.getSession()?.accessToken).toBe('later');
});

// proves V11
test.each(['no vault yet', 'a vault'])(
  'a password that was changed while the sign-in still waited for its key opens the vault, with %s',
  async (begins) => {
    if (begins === 'a vault') await signInOnline(await openPage());
    const page = await openPage();
    let answer = () => {};
    server.onKey = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const before = server.keys.asked.length;
    const signingIn = signInOnline(page, rosa, 'Temporal2026');
    await expect.poll(() => server.keys.asked.length).toBe(before + 1);
    server.onKey = () => undefined;
    await page.entered(rosa, 'Distinta2026', Promise.resolve(null));
    answer();
    await signingIn;
    server.away = true;
    expect(await refusal(signInOffline(await openPage(), rosa.cedula, 'Temporal2026'))).toContain(
      'Contraseña incorrecta',
    );
    expect(await signInOffline(await openPage(), rosa.cedula, 'Distinta2026')).toBe(true);
    expect(await (await openPage()).allVaults()).toHaveLength(1);
  },
);

test('both ways of signing in at once in two tabs make one vault', async () => {
  const one = await openPage();
  const other = await openPage();
  await Promise.all([signInOnline(one), signInOnline(other)]);
  expect(await one.allVaults()).toHaveLength(1);
});

/** Has one of the questions which vaults are here take until it is answered. @param which counted from one */
function slowRead(which: number) {
  let reads = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const between: Between = async (effect, act) => {
    const result = act();
    if (effect.does === 'read' && effect.kinds.includes('bovedas')) {
      reads += 1;
      if (reads === which) await answered;
    }
    return result;
  };
  return { between, reads: () => reads, answer: () => answer() };
}

// The start of the device and the sign-in ask five times, then whoever would take the vault over from another page, and whoever says
// that it is closed.
test('a vault that opens while somebody still looks for it on a slow disk stays open, and what is typed is sealed', async () => {
  const sara = person('0190a000-0000-7000-8000-000000000003', '0603000001');
  const first = await openPage();
  await signInOnline(first, sara);
  first.clearSession();
  const disk = slowRead(7);
  const again = await openPage(disk.between);
  const open = kdf.holdNext();
  const entering = signInOnline(again, sara);
  await expect.poll(disk.reads).toBe(7);
  open();
  await entering;
  expect(again.vaultState.get()).toBe('open');
  disk.answer();
  expect(await again.vaultOf(sara._id)).toBeDefined();
  expect(again.vaultState.get()).toBe('open');
  const kept = again.writeDraft({ user: sara._id, place: 'nino' }, { values: { nombres: 'SISA' }, at: Date.now() });
  expect(kept).toBe(true);
});

test('who has no booklet gets no vault, and a device that keeps nothing says why', async () => {
  const page = await openPage();
  await signInOnline(page, person(luis._id, luis.cedula, 'ROLE_USUARIO'));
  expect([await page.allVaults(), server.keys.asked]).toEqual([[], []]);
  server.dias = 0;
  await signInOnline(page);
  expect([await page.allVaults(), page.noVault.get()]).toEqual([[], 'off']);
  const blocked = await openPage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  await signInOnline(blocked);
  expect(blocked.noVault.get()).toBe('blocked');
  expect(blocked.getSession()?._id).toBe(rosa._id);
});

test('a page that was killed before her session was sealed harms nothing: the next sign-in makes it whole', async () => {
  const page = await openPage();
  server.who = rosa;
  page.setSession(rosa);
  const accepted = { session: rosa, password: PASSWORD, isLast: () => true };
  await page.makeVault(accepted, { llave: Buffer.alloc(32).toString('base64url'), ficha: '', dias: 14 });
  server.away = true;
  expect(await signInOffline(await openPage())).toBe(false);
  server.away = false;
  // Another key of the server's than the one it was made with.
  await signInOnline(await openPage());
  server.away = true;
  const later = await openPage();
  expect(await signInOffline(later)).toBe(true);
  server.away = false;
  const changed = await openPage();
  await signInOnline(changed, rosa, 'Distinta2026');
  expect((await changed.allVaults()).map(({ id }) => id)).toEqual([later.openVault.get()?.id]);
});

test('a device without room for a vault keeps none, says so, and lets her work', async () => {
  const page = await openPage();
  memory().room = 0;
  await signInOnline(page);
  expect([await page.allVaults(), page.noVault.get(), page.getSession()?._id]).toEqual([[], 'blocked', rosa._id]);
  expect(page.writeDraft({ user: rosa._id, place: 'nino.nuevo' }, { values: { peso: 8 }, at: Date.now() })).toBe(true);
});

test.each(['equipo', 'boveda'])('what a newer version keeps on a device stays, and is named so: %s', async (which) => {
  const first = await openPage();
  await signInOnline(first);
  const [id = ''] = (await first.allVaults()).map((vault) => vault.id);
  await first.startDevice();
  first.clearSession();
  const name = which === 'equipo' ? 'libreta-equipo' : `libreta-${id}`;
  upgrade(memory(), name);
  const kept = structuredClone([...memory().databases].map(([one, { version, kinds }]) => [one, version, kinds]));
  server.away = true;
  expect(await refusal(signInOffline(await openPage()))).toContain('versión más nueva de la Libreta y sigue ahí');
  server.away = false;
  const online = await openPage();
  await signInOnline(online);
  await online.startDevice();
  expect([online.noVault.get(), online.getSession()?._id]).toEqual(['newer', rosa._id]);
  expect([...memory().databases].map(([one, { version, kinds }]) => [one, version, kinds])).toEqual(kept);
});

test('over plain HTTP nothing is begun', async () => {
  const page = await openPage();
  Object.assign(window, { isSecureContext: false });
  const device = page.vaultDoor.besideSignin({ cedula: rosa.cedula, password: PASSWORD });
  expect([await device.offline(), page.noVault.get(), kdf.begun()]).toEqual([false, 'http', 0]);
});

describe('wrong passwords', () => {
  /** Tries wrongly until told so many have been. */
  async function tryWrongly(page: Page, times: number): Promise<string[]> {
    const told: string[] = [];
    for (let time = 0; time < times; time += 1) {
      told.push(await refusal(signInOffline(page, rosa.cedula, 'Equivocada1')));
      vi.setSystemTime(Date.now() + 15 * 60_000 + 1);
    }
    return told;
  }
  beforeEach(async () => {
    await signInOnline(await openPage());
    server.away = true;
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  });

  test('five are free, then each makes wait longer, and the number is true', async () => {
    const told = await tryWrongly(await openPage(), 10);
    expect(told.slice(0, 4)).toEqual(Array(4).fill('Contraseña incorrecta. Revísala e inténtalo de nuevo.'));
    expect(told.slice(4)).toEqual(
      ['30 segundos', '1 minuto', '2 minutos', '5 minutos', '15 minutos', '15 minutos'].map(
        (wait) => `Contraseña incorrecta. Puedes intentarlo de nuevo en ${wait}.`,
      ),
    );
  });

  test('while it has to wait not even the right one is tried, and nothing is counted', async () => {
    const page = await openPage();
    await tryWrongly(page, 4);
    expect(await refusal(signInOffline(page, rosa.cedula, 'Equivocada1'))).toContain('30 segundos');
    vi.setSystemTime(Date.now() + 10_000);
    expect(await refusal(signInOffline(page))).toBe('Espera 20 segundos para volver a intentarlo.');
    expect((await page.vaultOf(rosa._id))?.intentos).toBe(5);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await signInOffline(page)).toBe(true);
    expect(await page.vaultOf(rosa._id)).toMatchObject({ intentos: 0, esperarHasta: 0 });
  });

  test('killing the page while it is tried gives none for free', async () => {
    const page = await openPage();
    const go = kdf.holdNext();
    void refusal(signInOffline(page, rosa.cedula, 'Equivocada1'));
    await expect.poll(async () => (await page.vaultOf(rosa._id))?.intentos).toBe(1);
    // The page is gone: what it was at never ends.
    const next = await openPage();
    go();
    expect((await next.vaultOf(rosa._id))?.intentos).toBe(1);
    await tryWrongly(next, 3);
    expect(await refusal(signInOffline(next, rosa.cedula, 'Equivocada1'))).toContain('30 segundos');
  });

  test('two tabs at once count both', async () => {
    const [one, other] = [await openPage(), await openPage()];
    await Promise.all([one, other].map((page) => refusal(signInOffline(page, rosa.cedula, 'Equivocada1'))));
    expect((await one.vaultOf(rosa._id))?.intentos).toBe(2);
  });

  test('at the twentieth only the server opens, and what was kept is there', async () => {
    const page = await openPage();
    const told = await tryWrongly(page, 20);
    expect(told[18]).toContain('15 minutos');
    expect(told[19]).toBe(
      'Se escribió mal la contraseña demasiadas veces. Conéctate una vez para entrar; lo que tienes por enviar sigue guardado.',
    );
    expect((await page.vaultOf(rosa._id))?.porClave).toBeNull();
    expect(await refusal(signInOffline(page))).toBe(told[19]);
    server.away = false;
    vi.useRealTimers();
    const online = await openPage();
    await signInOnline(online);
    server.away = true;
    expect(await signInOffline(await openPage())).toBe(true);
  });

  test('the twentieth may be the right one', async () => {
    const page = await openPage();
    await tryWrongly(page, 19);
    expect(await signInOffline(page)).toBe(true);
  });

  test('after so many days without the server not even the right one opens', async () => {
    const page = await openPage();
    vi.setSystemTime(Date.now() + 14 * 86_400_000 + 1_000);
    expect(await refusal(signInOffline(page))).toBe(
      'Llevas más de 14 días sin conectarte. Conéctate una vez para entrar; lo que tienes por enviar sigue guardado.',
    );
    expect((await page.vaultOf(rosa._id))?.intentos).toBe(0);
  });
});

describe('what somebody searches', () => {
  const SEARCHED = 'Sisa Guamán';
  const onDevice = () => JSON.stringify(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));

  test('has a name that says nothing, is sealed, and known again in her open vault alone', async () => {
    const page = await openPage();
    await signInOnline(page);
    const name = page.nameOfSearch(SEARCHED);
    expect(name).toMatch(/^_[\da-f-]{36}$/);
    expect([page.nameOfSearch(SEARCHED), page.nameOfSearch(name), page.nameOfSearch('')]).toEqual([name, name, '']);
    expect(page.searchedAs(name)).toBe(SEARCHED);
    expect(onDevice()).not.toContain('Sisa');
    expect(onDevice()).not.toContain(name);

    const later = await openPage();
    expect(later.searchedAs(name)).toBe('');
    await later.startDevice();
    expect(later.vaultState.get()).toBe('closed');
    expect(await later.openHere(later.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD)).toBe(true);
    expect(later.searchedAs(name)).toBe(SEARCHED);

    later.clearSession();
    later.forgetLoaded();
    await signInOnline(later, luis, 'OtraClave2026');
    expect([later.searchedAs(name), later.searchedAs('_nobody')]).toEqual(['', '']);
  });

  test('while the vault is closed is nowhere on the device, and sealed as soon as it opens', async () => {
    await signInOnline(await openPage());
    const page = await openPage();
    await page.startDevice();
    const before = onDevice();
    const name = page.nameOfSearch(SEARCHED);
    expect(page.searchedAs(name)).toBe(SEARCHED);
    expect(onDevice()).toBe(before);
    expect(await page.openHere(page.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD)).toBe(true);
    // As when nobody touched the device for a while.
    page.forgetLoaded();
    expect(page.searchedAs(name)).toBe(SEARCHED);
    expect(onDevice()).not.toContain('Sisa');
  });

  test('where there is no vault lives as long as the page, in its memory', async () => {
    const page = await openPage();
    page.setSession(rosa);
    page.keepDrafts(null);
    const before = onDevice();
    const name = page.nameOfSearch(SEARCHED);
    expect([page.searchedAs(name), onDevice()]).toEqual([SEARCHED, before]);
    page.forgetLoaded();
    expect(page.searchedAs(name)).toBe('');
  });

  test('of many the newest are known; a device without room keeps none, and the page goes on', async () => {
    const page = await openPage();
    await signInOnline(page);
    const names = Array.from({ length: 130 }, (_, at) => page.nameOfSearch(`Sisa ${at}`));
    page.forgetLoaded();
    expect(names.filter((name) => page.searchedAs(name)).length).toBe(100);
    expect(page.searchedAs(names.at(-1) ?? '')).toBe('Sisa 129');
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(page.searchedAs(page.nameOfSearch('otra'))).toBe('otra');
  });
});

describe('what somebody types', () => {
  const place = { user: rosa._id, place: 'control.0190a000-0000-7000-8000-0000000000aa' };
  const draft = () => ({ values: { peso: 8.512, observacion: 'Come bien' }, at: Date.now() });
  const stored = () =>
    JSON.stringify(
      Object.entries(localStorage).concat(
        Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? '']),
      ),
    );

  test('is sealed, under a name that says nothing, and read again only with her key', async () => {
    const page = await openPage();
    await signInOnline(page);
    expect(page.writeDraft(place, draft())).toBe(true);
    page.clearSession();
    for (const word of ['8.512', 'Come bien', rosa._id, 'control', '0000000000aa'])
      expect(stored().replace(localStorage.getItem('libreta.session') ?? '', '')).not.toContain(word);
    server.away = true;
    const again = await openPage();
    expect(again.readDraft(place)).toBeNull();
    await signInOffline(again);
    expect(again.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
  });

  test('what she once left in the clear is sealed when her vault opens', async () => {
    const before = await openPage();
    before.writeDraft(place, draft());
    before.writeDraft({ ...place, user: luis._id }, draft());
    expect(localStorage.length).toBe(2);
    const page = await openPage();
    const told = vi.fn();
    page.onDraftsReadable(told);
    await signInOnline(page);
    expect(told).toHaveBeenCalled();
    expect(page.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
    // Nobody else's: her key is not there.
    expect(Object.keys(localStorage).filter((key) => key.includes(rosa._id))).toEqual([]);
    expect(Object.keys(localStorage).filter((key) => key.includes(luis._id))).toHaveLength(1);
  });

  test('while the vault is closed nothing is written, and everything is as soon as it opens', async () => {
    await signInOnline(await openPage());
    const page = await openPage();
    await page.startDevice();
    expect(page.vaultState.get()).toBe('closed');
    expect(page.writeDraft(place, draft())).toBe(false);
    expect(page.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
    expect(stored()).not.toContain('8.512');
    expect(await page.openHere(page.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD)).toBe(true);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'))).toHaveLength(1);
    expect(stored()).not.toContain('8.512');
  });

  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'));
  const onDisk = () => Object.fromEntries(drafts().map((key) => [key, localStorage.getItem(key) ?? '']));
  /** Whoever is killed finds localStorage as the disk last had it. */
  const killedBack = async (disk: Record<string, string>) => {
    for (const key of drafts()) localStorage.removeItem(key);
    for (const [key, value] of Object.entries(disk)) localStorage.setItem(key, value);
    server.away = true;
    const next = await openPage();
    await signInOffline(next);
    return next;
  };

  test('is there after a kill, though localStorage never reached the disk; what was removed stays away', async () => {
    const page = await openPage();
    await signInOnline(page);
    const gone = { ...place, place: 'mujer.nuevo' };
    page.writeDraft(gone, draft());
    page.writeDraft(place, draft());
    page.removeDraft(gone);
    const next = await killedBack({});
    expect(next.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
    expect(next.readDraft(gone)).toBeNull();
  });

  test('stays away once it was removed, though localStorage has it again after a kill; a younger one is there', async () => {
    const page = await openPage();
    await signInOnline(page);
    page.writeDraft(place, { values: { peso: 8 }, at: Date.now() - 2 });
    const first = onDisk();
    page.writeDraft(place, { values: { peso: 9 }, at: Date.now() - 1 });
    const second = onDisk();
    page.removeDraft(place);
    for (const disk of [first, second]) {
      const next = await killedBack(disk);
      expect(next.readDraft(place)).toBeNull();
      expect(onDisk()).toEqual({});
    }
    const next = await openPage();
    await signInOffline(next);
    next.writeDraft(place, { values: { peso: 10 }, at: Date.now() });
    expect((await killedBack(onDisk())).readDraft(place)).toMatchObject({ values: { peso: 10 } });
  });

  test('stays away too where localStorage had no room for it', async () => {
    const page = await openPage();
    await signInOnline(page);
    const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(page.writeDraft(place, draft())).toBe(false);
    full.mockRestore();
    page.removeDraft(place);
    expect((await killedBack({})).readDraft(place)).toBeNull();
  });

  test('is the younger of both after a kill, and none once its time is over', async () => {
    const page = await openPage();
    await signInOnline(page);
    page.writeDraft(place, draft());
    const earlier = onDisk();
    page.writeDraft(place, { values: { peso: 9 }, at: Date.now() + 1 });
    let next = await killedBack(earlier);
    expect(next.readDraft(place)).toMatchObject({ values: { peso: 9 } });
    const [name = ''] = Object.keys(onDisk());
    next.writeDraft(place, { values: { peso: 10 }, at: Date.now() + 2 });
    const latest = onDisk();
    const stores = await next.disk.openVault((await next.allVaults())[0]?.id ?? '');
    await expect.poll(() => stores.get('borradores', name)).toEqual({ nombre: name, texto: latest[name] });
    await stores.write({ borradores: { put: [{ nombre: name, texto: earlier[name] ?? '' }] } });
    next = await killedBack(latest);
    expect(next.readDraft(place)).toMatchObject({ values: { peso: 10 } });
    await stores.write({ borradores: { put: [{ nombre: name, texto: `1.${latest[name]?.split('.')[1]}` }] } });
    next = await killedBack({});
    expect(onDisk()).toEqual({});
    await expect.poll(() => stores.all('borradores')).toEqual([]);
    stores.close();
  });

  test('of a person who is gone it goes, sealed or not', async () => {
    const page = await openPage();
    await signInOnline(page);
    page.writeDraft(place, draft());
    page.writeDraft({ ...place, place: 'nino.nuevo' }, draft());
    page.removeDraftsAbout('0190a000-0000-7000-8000-0000000000aa');
    expect([page.readDraft(place), page.readDraft({ ...place, place: 'nino.nuevo' })]).toEqual([
      null,
      expect.objectContaining({ values: draft().values }),
    ]);
  });

  test('a sealed one that was moved to another name, or another time, is none', async () => {
    const page = await openPage();
    await signInOnline(page);
    page.writeDraft(place, draft());
    const [name = ''] = Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'));
    const raw = localStorage.getItem(name) ?? '';
    localStorage.setItem(
      name,
      raw.replace(/^\d+/, (at) => String(Number(at) + 1)),
    );
    expect(page.readDraft(place)).toBeNull();
    page.writeDraft({ ...place, place: 'nino.nuevo' }, draft());
    localStorage.setItem(name, raw);
    expect(page.readDraft(place)).not.toBeNull();
    const [other = ''] = Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.') && key !== name);
    localStorage.setItem(other, raw);
    expect(page.readDraft({ ...place, place: 'nino.nuevo' })).toBeNull();
  });
});

describe('the server', () => {
  test('has a vault wiped before anybody opens it, session and drafts with it', async () => {
    const first = await openPage();
    await signInOnline(first);
    first.writeDraft({ user: rosa._id, place: 'nino.nuevo' }, { values: { peso: 8 }, at: Date.now() });
    first.clearSession();
    await signInOnline(first, luis);
    server.borrar = [rosa._id];
    const page = await openPage();
    await page.startDevice();
    expect(await signInOffline(page)).toBe(false);
    expect((await page.allVaults()).map(({ usuario }) => usuario)).toEqual([luis._id]);
    expect(page.getSession()?._id).toBe(luis._id);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'))).toEqual([]);
    expect([...memory().databases.keys()]).toHaveLength(2);
    expect(server.contacts.asked.at(-1)?.body.pendientes).toEqual({ [rosa._id]: 0, [luis._id]: 0 });
  });

  test('that wants the whole device wiped leaves nothing of the application', async () => {
    const first = await openPage();
    await signInOnline(first);
    // The first page is done with what it began.
    await first.startDevice();
    localStorage.setItem('libreta.otra', 'x');
    localStorage.setItem('ajena', 'x');
    server.borrar = [rosa._id];
    const page = await openPage();
    await page.startDevice();
    await expect.poll(() => Object.keys(localStorage)).toEqual(['ajena']);
    expect(page.getSession()).toBeNull();
    await expect.poll(databases).toEqual([]);
  });

  test('that does not answer changes nothing; it is asked again when it is back', async () => {
    await signInOnline(await openPage());
    server.away = true;
    const page = await openPage();
    await page.startDevice();
    expect(await page.allVaults()).toHaveLength(1);
    expect(page.openingAsked.get()).toMatchObject({ why: 'offline', session: { _id: rosa._id } });
  });

  test('what a wiping left behind that was cut short goes at the next start', async () => {
    const page = await openPage();
    await page.disk.makeVault(crypto.randomUUID());
    expect(databases()).toHaveLength(1);
    await page.startDevice();
    expect(databases()).toEqual([]);
  });
});

describe('what was wiped stays away', () => {
  /** Signed in, and wiped from elsewhere while `meanwhile` is on its way: begun before, and going on after. */
  async function wipedDuring(meanwhile: (page: Page, vault: OpenVault) => Promise<unknown>) {
    const page = await openPage();
    await signInOnline(page);
    const vault = page.openVault.get();
    if (!vault) throw new Error('no vault');
    const work = meanwhile(page, vault).catch(() => undefined);
    await page.wipeAccounts([rosa._id], page.vaultEngine.dispatch);
    await work;
    return { page, vault };
  }

  test('though the server refuses a ticket that was asked for before', async () => {
    let refuse = () => {};
    const asked = new Promise<void>((resolve) => {
      server.onRenewal = () => {
        resolve();
        return new Promise((_, reject) => {
          refuse = () => reject(new AppError('unauthenticated'));
        });
      };
    });
    const page = await openPage();
    await signInOnline(page);
    const answer = page.renewed(rosa);
    await asked;
    await page.wipeAccounts([rosa._id], page.vaultEngine.dispatch);
    refuse();
    expect(await answer).toBe(false);
    expect(databases()).toEqual([]);
  });

  test.each([
    ['a session is sealed', (page: Page, vault: OpenVault) => page.keepSession(vault, { session: rosa, ficha: null })],
    ['a session is read', (page: Page, vault: OpenVault) => page.keptSession(vault)],
    ['another tab gives the vault', (page: Page, vault: OpenVault) => page.vaultEngine.take(vault)],
    ['the vault of a sign-in is made ready', (page: Page, vault: OpenVault) => page.readyVault(vault.id)],
    ['the worker opens it', (page: Page, vault: OpenVault) => page.disk.openVault(vault.id).then((db) => db.close())],
  ])('though %s meanwhile, or afterwards', async (_, work) => {
    const { page, vault } = await wipedDuring(work);
    await expect.poll(databases).toEqual([]);
    await work(page, vault).catch(() => undefined);
    expect(databases()).toEqual([]);
  });
});

describe('a session that ended', () => {
  test('goes on by the ticket, the new one sealed before the old one is forgotten', async () => {
    const page = await openPage();
    await signInOnline(page);
    const vault = page.openVault.get();
    const before = vault && (await page.keptSession(vault));
    expect(await page.recoverSession(rosa)).toBe(true);
    const after = vault && (await page.keptSession(vault));
    expect(page.getSession()?.accessToken).toMatch(/^renewed/);
    expect(after?.session.accessToken).toBe(page.getSession()?.accessToken);
    expect([after?.ficha, after?.ficha === before?.ficha]).toEqual([expect.any(String), false]);
  });

  test('asks for the password where the ticket is no longer good, and does not try it again', async () => {
    const page = await openPage();
    await signInOnline(page);
    server.tickets.clear();
    const answer = page.recoverSession(rosa);
    await expect.poll(() => server.renewals.asked).toHaveLength(1);
    page.clearSession();
    page.setSession({ ...rosa, accessToken: 'by password' });
    expect(await answer).toBe(true);
    expect(server.renewals.asked).toHaveLength(1);
  });
});
