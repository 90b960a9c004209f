import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { NoConnection } from '../../../../tests/support/answering.ts';
import { channelOfPages } from '../../../../tests/support/channel-of-pages.ts';
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

/** Signs in with the server, as the form does, and waits for the vault. */
async function signInOnline(page: Page, account = rosa, password = PASSWORD) {
  const trial = page.beginTrial({ cedula: account.cedula, password }).catch(() => null);
  server.session = account;
  page.setSession(account);
  await page.openAfterSignin(account, password, trial);
}
const databases = () => [...memory().databases.keys()];
const signInOffline = (page: Page, cedula = rosa.cedula, password = PASSWORD) =>
  page.offlineSignIn(page.beginTrial({ cedula, password }), password);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (error: Error) => error.message,
  );

test('an account that signed in once opens its vault without the server and gets its session back', async () => {
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

// proves V23
test('pending operations that went with a database deleted by the browser are reported once, and those of a vault that is here are not', async () => {
  const first = await openPage();
  await signInOnline(first);
  localStorage.setItem(`libreta.por-enviar.${first.openVault.get()?.id}`, '2');
  const lostOn = async (page: Page) => {
    const { deviceWarning } = await import('#web/device/shown/device-warning.ts');
    await page.startDevice();
    return deviceWarning.get()?.message ?? null;
  };
  expect(await lostOn(await openPage())).toBeNull();
  memory().databases.clear();
  const emptied = await openPage();
  expect(await lostOn(emptied)).toContain('2 registros no se habían enviado: vuelve a escribirlos.');
  await signInOnline(emptied);
  expect(await lostOn(await openPage())).toBeNull();
});

// proves V24
test('the password opens a vault with pending operations although the browser deleted all databases, with and without the server', async () => {
  for (const away of [true, false]) {
    freshDevice(server);
    server.away = false;
    const first = await openPage();
    await signInOnline(first);
    const id = first.openVault.get()?.id ?? '';
    await first.changeVault(id, (entry) => ({ ...entry, pendientes: 2 }));
    const identity = await first.existingDevice();
    memory().databases.clear();
    server.away = away;
    const next = await openPage();
    await next.startDevice();
    expect(next.vaultState.get()).toBe('closed');
    if (away) await next.openHere(next.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD);
    else await signInOnline(next);
    expect([next.openVault.get()?.id, await next.existingDevice()]).toEqual([id, identity]);
    expect(databases().toSorted()).toEqual(['libreta-equipo', `libreta-${id}`].toSorted());
  }
});

test('nothing on the disk names the person, and the server’s key is not stored', async () => {
  const page = await openPage();
  await signInOnline(page);
  const [entry] = await page.allVaults();
  const stored = JSON.stringify([entry, await page.existingDevice()], (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  for (const word of [rosa.cedula, rosa.nombre, rosa.apellido, rosa.email, PASSWORD, rosa.accessToken])
    expect(stored).not.toContain(word);
  const llave = (await server.keys.answer({ params: {}, query: {}, body: server.keys.requests[0]?.body })) as {
    llave: string;
    ficha: string;
  };
  expect(stored).not.toContain(llave.llave);
  expect(entry?.kdf).toMatchObject({ memory: 65_536, passes: 2 });
});

describe('a locked page', () => {
  const leaveAlone = (page: Page) => page.vaultEngine.dispatch({ is: 'idle' });
  async function lockedDevice() {
    const first = await openPage();
    await signInOnline(first);
    leaveAlone(first);
    await expect.poll(first.openVault.get).toBeNull();
    return first;
  }
  async function started() {
    const page = await openPage();
    await page.startDevice();
    return page;
  }
  const why = (page: Page) => page.openingPrompt.get()?.why;
  const openHere = (page: Page) =>
    page.openHere(page.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD);

  // proves V5
  test('stays locked after a reload, also with a connection, until the password is given', async () => {
    await lockedDevice();
    for (const _ of [1, 2]) {
      const page = await started();
      expect([why(page), page.isLocked(rosa._id)]).toEqual(['locked', true]);
    }
    const page = await started();
    expect(await openHere(page)).toBe(true);
    expect([why(page), page.vaultState.get(), page.isLocked(rosa._id)]).toEqual([undefined, 'open', false]);
    expect(why(await started())).toBeUndefined();
  });

  // proves V4
  test('is locked also if its vault is closed', async () => {
    await signInOnline(await openPage());
    const page = await started();
    expect([why(page), page.vaultState.get()]).toEqual([undefined, 'closed']);
    leaveAlone(page);
    expect([why(page), why(await started())]).toEqual(['locked', 'locked']);
  });

  // proves V5
  test.each([
    ['a sign-out', (page: Page) => page.clearSession()],
    ['another account', (page: Page) => page.setSession(luis)],
    ['giving up', (page: Page) => page.openingPrompt.get()?.settle()],
    ['a sign-in with the server', (page: Page) => signInOnline(page)],
  ])('is no longer locked after %s', async (_, act) => {
    await lockedDevice();
    const page = await started();
    await act(page);
    expect([why(page), page.isLocked(rosa._id)]).toEqual([undefined, false]);
    page.setSession(rosa);
    expect(why(await started())).toBeUndefined();
  });

  // proves V5
  test('is no longer locked once its vault was removed', async () => {
    const first = await lockedDevice();
    await first.wipeVaults(await first.allVaults(), first.vaultEngine.closeOf);
    expect(first.isLocked(rosa._id)).toBe(false);
    // A mark that an interrupted removal left behind.
    first.markLocked(rosa._id);
    const page = await started();
    expect([why(page), page.isLocked(rosa._id)]).toEqual([undefined, false]);
  });

  test('of an account without a vault, or without storage for the lock, is as it was', async () => {
    const page = await openPage();
    page.setSession(luis);
    await page.startDevice();
    leaveAlone(page);
    expect([why(page), page.isLocked(luis._id)]).toEqual([undefined, false]);
    page.setSession(rosa);
    await signInOnline(page);
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    leaveAlone(page);
    expect([why(page), page.isLocked(rosa._id)]).toEqual(['locked', false]);
  });

  // proves V3
  test('is not opened by a page that answered an earlier question, and is opened by a password given in another page', async () => {
    vi.stubGlobal('BroadcastChannel', channelOfPages());
    const first = await openPage();
    await signInOnline(first);
    const vault = first.openVault.get();
    const other = await started();
    leaveAlone(first);
    expect([why(first), why(other)]).toEqual(['locked', 'locked']);
    await expect.poll(first.openVault.get).toBeNull();
    first.unmarkLocked();
    const begun = await started();
    expect([why(begun), begun.vaultState.get()]).toEqual([undefined, 'closed']);
    new BroadcastChannel('libreta.boveda').postMessage({ type: 'give', vault, unlocks: false });
    await expect.poll(begun.openVault.get).toMatchObject({ usuario: rosa._id });
    expect([why(first), why(other), other.openVault.get()]).toEqual(['locked', 'locked', null]);
    expect(await openHere(first)).toBe(true);
    await expect.poll(other.openVault.get).toMatchObject({ usuario: rosa._id });
    expect(why(other)).toBeUndefined();
  });

  // proves V5
  test('is uncovered once the engine starts if another page was unlocked meanwhile', async () => {
    const first = await lockedDevice();
    const page = await openPage();
    page.openingPrompt.set({ why: 'locked', session: rosa, settle: () => undefined });
    first.unmarkLocked();
    await page.startDevice();
    expect(why(page)).toBeUndefined();
  });
});

// proves V19
test.each([
  [0, 0],
  [3, 1],
])(
  'the vault of an account without the booklet role is wiped unless operations are pending: %d',
  async (pendientes, stay) => {
    const page = await openPage();
    await signInOnline(page);
    const [entry] = await page.allVaults();
    await page.changeVault(entry?.id ?? '', (one) => ({ ...one, pendientes }));
    page.clearSession();
    const again = await openPage();
    await signInOnline(again, person(rosa._id, rosa.cedula, 'ROLE_USUARIO'));
    expect(await again.allVaults()).toHaveLength(stay);
    // Pending operations can be handed in.
    expect(again.openVault.get()?.usuario).toBe(stay ? rosa._id : undefined);
  },
);

// proves V12
test('a device with little memory gets a vault with less, and opening with too little reports it without counting an attempt', async () => {
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
  // A try whose key could not be computed is not counted.
  expect((await poor.vaultOf(rosa._id))?.intentos).toBe(0);
});

test('an unknown cedula and a device without sign-ins find no vault', async () => {
  const page = await openPage();
  await signInOnline(page);
  server.away = true;
  expect(await signInOffline(await openPage(), luis.cedula)).toBe(false);
  freshDevice(server);
  expect(await signInOffline(await openPage())).toBe(false);
});

test('the disk has so little of a cedula that a million others match, and a vault of an earlier release is found', async () => {
  const page = await openPage();
  await signInOnline(page);
  const { etiqueta, id } = (await page.vaultOf(rosa._id)) ?? { etiqueta: '', id: '' };
  expect(etiqueta).toMatch(/^[\w-]$/);
  // Earlier releases stored the whole tag.
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

test('a cedula that leads to another person’s vault opens nothing, even with the same password', async () => {
  const page = await openPage();
  await signInOnline(page);
  const id = (await page.vaultOf(rosa._id))?.id ?? '';
  // A prefix of every tag.
  await page.changeVault(id, (entry) => ({ ...entry, etiqueta: '' }));
  page.clearSession();
  server.away = true;
  const other = await openPage();
  expect(await signInOffline(other, luis.cedula)).toBe(false);
  expect([other.getSession(), other.openVault.get()]).toEqual([null, null]);
  expect(await signInOffline(other)).toBe(true);
});

test('of two people on one device each opens only her own vault', async () => {
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

test('a password that was changed elsewhere opens the vault with the server once, and without it afterwards', async () => {
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
  'a password that changes while the sign-in still waits for its key opens the vault, starting with %s',
  async (begins) => {
    if (begins === 'a vault') await signInOnline(await openPage());
    const page = await openPage();
    let answer = () => {};
    server.onKey = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const before = server.keys.requests.length;
    const signingIn = signInOnline(page, rosa, 'Temporal2026');
    await expect.poll(() => server.keys.requests.length).toBe(before + 1);
    server.onKey = () => undefined;
    await page.openAfterSignin(rosa, 'Distinta2026', Promise.resolve(null));
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

test('an online and an offline sign-in at the same time in two tabs make one vault', async () => {
  const one = await openPage();
  const other = await openPage();
  await Promise.all([signInOnline(one), signInOnline(other)]);
  expect(await one.allVaults()).toHaveLength(1);
});

/** Delays one of the reads of the vault list until it is answered. @param which counted from one */
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

// The start and the sign-in read the list five times; the sixth read is that of the take-over from another page, the seventh that of `look`.
test('a vault that opens during a slow look-up stays open, and drafts are sealed', async () => {
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

// proves V18, V19
test('an account without the booklet role gets no vault, and a device that stores nothing gives the reason', async () => {
  const page = await openPage();
  await signInOnline(page, person(luis._id, luis.cedula, 'ROLE_USUARIO'));
  expect([await page.allVaults(), server.keys.requests]).toEqual([[], []]);
  server.dias = 0;
  await signInOnline(page);
  expect([await page.allVaults(), page.noVault.get()]).toEqual([[], 'off']);
  // Also after a reload, when nothing asks the server again.
  const reloaded = await openPage();
  await reloaded.startDevice();
  expect(reloaded.noVault.get()).toBe('off');
  server.dias = 14;
  await signInOnline(reloaded);
  expect([reloaded.noVault.get(), (await reloaded.allVaults()).length]).toEqual([null, 1]);
  const again = await openPage();
  await again.startDevice();
  expect(again.noVault.get()).toBeNull();
  await again.wipeVaults(await again.allVaults(), () => undefined);
  const blocked = await openPage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  await signInOnline(blocked);
  expect(blocked.noVault.get()).toBe('blocked');
  expect(blocked.getSession()?._id).toBe(rosa._id);
});

test('after a page was killed before the session was sealed, the next sign-in completes the vault', async () => {
  const page = await openPage();
  server.session = rosa;
  page.setSession(rosa);
  const { newPasswordKey } = await import('#web/device/crypto/kdf.ts');
  const accepted = { session: rosa, newKey: () => newPasswordKey(PASSWORD), isLast: () => true };
  await page.makeVault(accepted, { llave: Buffer.alloc(32).toString('base64url'), ficha: '', dias: 14 });
  server.away = true;
  expect(await signInOffline(await openPage())).toBe(false);
  server.away = false;
  // The server's key is another than the one the vault was made with.
  await signInOnline(await openPage());
  server.away = true;
  const later = await openPage();
  expect(await signInOffline(later)).toBe(true);
  server.away = false;
  const changed = await openPage();
  await signInOnline(changed, rosa, 'Distinta2026');
  expect((await changed.allVaults()).map(({ id }) => id)).toEqual([later.openVault.get()?.id]);
});

describe('keys that the server does not give at a sign-in', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  const draft = { user: rosa._id, place: 'nino.nuevo' };
  const stored = () => Object.keys(localStorage).map((key) => localStorage.getItem(key));
  /** Advances the timers until the sign-in ends: it waits for other pages. */
  async function signIn(...how: Parameters<typeof signInOnline>) {
    const ended = vi.fn();
    void signInOnline(...how).then(ended);
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(100);
        return ended;
      })
      .toHaveBeenCalled();
  }
  const stateWithin = (page: Page, ms: number) =>
    expect.poll(async () => {
      await vi.advanceTimersByTimeAsync(ms);
      return page.vaultState.get();
    });

  // proves V20, D5
  test.each<[string, () => Error]>([
    ['silence', () => new NoConnection('Failed to fetch')],
    ['a busy server', () => new AppError('unavailable')],
    ['a fault', () => new AppError('internal')],
    ['too many tries', () => new AppError('tooManyTries')],
  ])('are requested again after %s, and what was stored unsealed meanwhile is sealed', async (_, failure) => {
    const page = await openPage();
    server.onKey = () => Promise.reject(failure());
    await signIn(page);
    expect(page.vaultState.get()).toBe('none');
    page.writeDraft(draft, { values: { nombres: 'SISA' }, at: Date.now() });
    expect(stored().join()).toContain('SISA');
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.poll(() => server.keys.requests.length).toBeGreaterThan(1);
    server.onKey = () => undefined;
    await stateWithin(page, 60_000).toBe('open');
    expect(stored().join()).not.toContain('SISA');
    server.away = true;
    expect(await signInOffline(await openPage())).toBe(true);
  });

  // proves V20
  test('are requested as soon as the server is back, and seal the vault for a password that was changed elsewhere', async () => {
    await signIn(await openPage());
    const page = await openPage();
    server.away = true;
    await signIn(page, rosa, 'Distinta2026');
    const { checkServer, reportServer } = await import('#web/lib/server-reach.ts');
    await checkServer();
    expect(page.vaultState.get()).toBe('closed');
    server.away = false;
    reportServer(true);
    await stateWithin(page, 0).toBe('open');
    server.away = true;
    expect(await signInOffline(await openPage(), rosa.cedula, 'Distinta2026')).toBe(true);
  });

  // proves V20
  test.each<[string, number, (page: Page) => unknown]>([
    ['a sign-out', 1, (page) => page.clearSession()],
    ['the sign-in of another account', 2, (page) => signIn(page, luis, 'OtraClave2026')],
    ['a refusal', 2, () => Object.assign(server, { onKey: () => Promise.reject(new AppError('forbidden')) })],
  ])('are not requested any more after %s', async (_, requests, ends) => {
    const page = await openPage();
    server.onKey = () => Promise.reject(new AppError('unavailable'));
    await signIn(page);
    server.onKey = () => undefined;
    await ends(page);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.poll(() => server.keys.requests.length).toBe(requests);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(server.keys.requests).toHaveLength(requests);
    expect(await page.vaultOf(rosa._id)).toBeUndefined();
  });
});

// proves D5
test('a device without space for a vault stores none, reports it, and lets the user work', async () => {
  const page = await openPage();
  memory().room = 0;
  await signInOnline(page);
  expect([await page.allVaults(), page.noVault.get(), page.getSession()?._id]).toEqual([[], 'blocked', rosa._id]);
  expect(page.writeDraft({ user: rosa._id, place: 'nino.nuevo' }, { values: { peso: 8 }, at: Date.now() })).toBe(true);
});

test.each(['equipo', 'boveda'])('data of a newer version stays unchanged and is reported: %s', async (which) => {
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

test('over plain HTTP no trial starts', async () => {
  const page = await openPage();
  Object.assign(window, { isSecureContext: false });
  const device = page.vaultDoor.deviceSignin({ cedula: rosa.cedula, password: PASSWORD });
  expect([await device.offline(), page.noVault.get(), kdf.begun()]).toEqual([false, 'http', 0]);
});

describe('wrong passwords', () => {
  /** Tries a wrong password this many times. */
  async function tryWrongly(page: Page, times: number): Promise<string[]> {
    const messages: string[] = [];
    for (let time = 0; time < times; time += 1) {
      messages.push(await refusal(signInOffline(page, rosa.cedula, 'Equivocada1')));
      vi.setSystemTime(Date.now() + 15 * 60_000 + 1);
    }
    return messages;
  }
  beforeEach(async () => {
    await signInOnline(await openPage());
    server.away = true;
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  });

  // proves V13
  test('five attempts are free, then each wait is longer, and the shown wait is exact', async () => {
    const messages = await tryWrongly(await openPage(), 10);
    expect(messages.slice(0, 4)).toEqual(Array(4).fill('Contraseña incorrecta. Revísala e inténtalo de nuevo.'));
    expect(messages.slice(4)).toEqual(
      ['30 segundos', '1 minuto', '2 minutos', '5 minutos', '15 minutos', '15 minutos'].map(
        (wait) => `Contraseña incorrecta. Puedes intentarlo de nuevo en ${wait}.`,
      ),
    );
  });

  // proves V12, V13
  test('during a wait not even the right password is tried, and no attempt is counted', async () => {
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

  // proves V12
  test('killing the page during an attempt does not give it back', async () => {
    const page = await openPage();
    const go = kdf.holdNext();
    void refusal(signInOffline(page, rosa.cedula, 'Equivocada1'));
    await expect.poll(async () => (await page.vaultOf(rosa._id))?.intentos).toBe(1);
    // The killed page never finishes its attempt.
    const next = await openPage();
    go();
    expect((await next.vaultOf(rosa._id))?.intentos).toBe(1);
    await tryWrongly(next, 3);
    expect(await refusal(signInOffline(next, rosa.cedula, 'Equivocada1'))).toContain('30 segundos');
  });

  // proves V12
  test('attempts in two tabs at once are both counted', async () => {
    const [one, other] = [await openPage(), await openPage()];
    await Promise.all([one, other].map((page) => refusal(signInOffline(page, rosa.cedula, 'Equivocada1'))));
    expect((await one.vaultOf(rosa._id))?.intentos).toBe(2);
  });

  // proves V14
  test('after the twentieth attempt only a sign-in with the server makes the password open the vault again', async () => {
    const page = await openPage();
    const messages = await tryWrongly(page, 20);
    expect(messages[18]).toContain('15 minutos');
    expect(messages[19]).toBe(
      'Se escribió mal la contraseña demasiadas veces. Conéctate una vez para entrar; lo que tienes por enviar sigue guardado.',
    );
    expect((await page.vaultOf(rosa._id))?.porClave).toBeNull();
    expect(await refusal(signInOffline(page))).toBe(messages[19]);
    server.away = false;
    vi.useRealTimers();
    const online = await openPage();
    await signInOnline(online);
    server.away = true;
    expect(await signInOffline(await openPage())).toBe(true);
  });

  // proves V14
  test('the twentieth attempt may succeed', async () => {
    const page = await openPage();
    await tryWrongly(page, 19);
    expect(await signInOffline(page)).toBe(true);
  });

  // proves V15
  test('after too many days without the server the right password does not open the vault', async () => {
    const page = await openPage();
    vi.setSystemTime(Date.now() + 14 * 86_400_000 + 1_000);
    expect(await refusal(signInOffline(page))).toBe(
      'Llevas más de 14 días sin conectarte. Conéctate una vez para entrar; lo que tienes por enviar sigue guardado.',
    );
    expect((await page.vaultOf(rosa._id))?.intentos).toBe(0);
  });

  /** Signs in without the server, and answers the question for the date by moving the clock. */
  async function signInDated(page: Page, ms: number, since: unknown = expect.any(String)): Promise<boolean> {
    const { datePrompt } = await import('#web/device/shown/date-prompt.ts');
    const { moveClockByUser } = await import('#web/lib/server-clock.ts');
    const signing = signInOffline(page);
    await expect.poll(datePrompt.get).toEqual({ since });
    moveClockByUser(ms);
    datePrompt.set(null);
    return signing;
  }

  test('after a wrong answer to the question for the date the device asks for it again, and the password counts', async () => {
    const page = await openPage();
    const { moveClockByUser } = await import('#web/lib/server-clock.ts');
    const since = (await import('#domain/calendar.ts')).today();
    moveClockByUser(20 * 86_400_000);
    expect(await refusal(signInDated(page, 10 * 86_400_000, since))).toMatch(/^Llevas más de 14 días/);
    expect((await page.vaultOf(rosa._id))?.intentos).toBe(0);
    expect(await signInDated(page, -30 * 86_400_000)).toBe(true);
  });

  test('on a device whose clock was wrong and has been set right, it asks for the date instead of only refusing', async () => {
    const right = Date.now();
    vi.setSystemTime(right - 100 * 86_400_000);
    await openPage();
    const { applyServerTime } = await import('#web/lib/server-clock.ts');
    applyServerTime(new Date(right).toUTCString());
    vi.setSystemTime(right + 3_600_000);
    expect(await signInDated(await openPage(), -100 * 86_400_000)).toBe(true);
  });
});

describe('a search term', () => {
  const SEARCHED = 'Sisa Guamán';
  const onDevice = () => JSON.stringify(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));

  test('gets a random name, is sealed, and is restored only in the open vault of its account', async () => {
    const page = await openPage();
    await signInOnline(page);
    const name = page.nameOfSearch(SEARCHED);
    expect(name).toMatch(/^_\d{20,40}$/);
    expect([page.nameOfSearch(SEARCHED), page.nameOfSearch(name), page.nameOfSearch('')]).toEqual([name, name, '']);
    expect(page.searchTermOf(name)).toBe(SEARCHED);
    expect(onDevice()).not.toContain('Sisa');
    expect(onDevice()).not.toContain(name);

    const later = await openPage();
    expect(later.searchTermOf(name)).toBe('');
    await later.startDevice();
    expect(later.vaultState.get()).toBe('closed');
    expect(await later.openHere(later.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD)).toBe(true);
    expect(later.searchTermOf(name)).toBe(SEARCHED);

    later.clearSession();
    later.forgetLoaded();
    await signInOnline(later, luis, 'OtraClave2026');
    expect([later.searchTermOf(name), later.searchTermOf('_nobody')]).toEqual(['', '']);
  });

  test('is not on the device while the vault is closed, and is sealed once it opens', async () => {
    await signInOnline(await openPage());
    const page = await openPage();
    await page.startDevice();
    const before = onDevice();
    const name = page.nameOfSearch(SEARCHED);
    expect(page.searchTermOf(name)).toBe(SEARCHED);
    expect(onDevice()).toBe(before);
    expect(await page.openHere(page.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD)).toBe(true);
    // As after an idle time.
    page.forgetLoaded();
    expect(page.searchTermOf(name)).toBe(SEARCHED);
    expect(onDevice()).not.toContain('Sisa');
  });

  test('stays in memory for the life of the page when there is no vault', async () => {
    const page = await openPage();
    page.setSession(rosa);
    page.keepDrafts(null);
    const before = onDevice();
    const name = page.nameOfSearch(SEARCHED);
    expect([page.searchTermOf(name), onDevice()]).toEqual([SEARCHED, before]);
    page.forgetLoaded();
    expect(page.searchTermOf(name)).toBe('');
  });

  test('is kept when it is one of the newest hundred; without space none is kept, and the page goes on', async () => {
    const page = await openPage();
    await signInOnline(page);
    const names = Array.from({ length: 130 }, (_, at) => page.nameOfSearch(`Sisa ${at}`));
    page.forgetLoaded();
    expect(names.filter((name) => page.searchTermOf(name)).length).toBe(100);
    expect(page.searchTermOf(names.at(-1) ?? '')).toBe('Sisa 129');
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(page.searchTermOf(page.nameOfSearch('otra'))).toBe('otra');
  });
});

describe('a draft', () => {
  const place = { user: rosa._id, place: 'control.0190a000-0000-7000-8000-0000000000aa' };
  const draft = () => ({ values: { peso: 8.512, observacion: 'Come bien' }, at: Date.now() });
  const stored = () =>
    JSON.stringify(
      Object.entries(localStorage).concat(
        Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? '']),
      ),
    );

  // proves D4, D2
  test('is sealed under an unreadable name and can be read only with the key of its account', async () => {
    const page = await openPage();
    await signInOnline(page);
    expect(page.writeDraft(place, draft())).toBe(true);
    page.clearSession();
    // The copy of the vault's entry names the account by its id, as the database does.
    const copy = Object.keys(localStorage).find((key) => key.startsWith('libreta.copia.')) ?? '';
    for (const word of ['8.512', 'Come bien', rosa._id, 'control', '0000000000aa'])
      for (const key of Object.keys(localStorage).filter((one) => one !== copy && one !== 'libreta.session'))
        expect(key + localStorage.getItem(key)).not.toContain(word);
    for (const word of ['8.512', 'Come bien', 'control']) expect(localStorage.getItem(copy)).not.toContain(word);
    server.away = true;
    const again = await openPage();
    expect(again.readDraft(place)).toBeNull();
    await signInOffline(again);
    expect(again.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
  });

  // proves D5
  test('in plain text is sealed when the vault opens', async () => {
    const before = await openPage();
    before.writeDraft(place, draft());
    before.writeDraft({ ...place, user: luis._id }, draft());
    expect(drafts()).toHaveLength(2);
    const page = await openPage();
    const listener = vi.fn();
    page.onDraftsReadable(listener);
    await signInOnline(page);
    expect(listener).toHaveBeenCalled();
    expect(page.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
    // Another account's drafts stay because its key is not available.
    expect(drafts().filter((key) => key.includes(rosa._id))).toEqual([]);
    expect(drafts().filter((key) => key.includes(luis._id))).toHaveLength(1);
  });

  // proves D6, V7
  test('is not written while the vault is closed, and is written once it opens', async () => {
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

  // proves D7
  test.each(['no vault yet', 'a vault'])(
    'is stored unsealed by a page that closes during a sign-in, and sealed once the vault opens, starting with %s',
    async (begins) => {
      if (begins === 'a vault') await signInOnline(await openPage());
      const page = await openPage();
      const go = kdf.holdNext();
      const entering = signInOnline(page);
      page.holdDrafts(rosa._id);
      expect([page.writeDraft(place, draft()), stored().includes('8.512')]).toEqual([false, false]);
      window.dispatchEvent(new Event('pagehide'));
      expect(stored()).toContain('8.512');
      go();
      await entering;
      expect(stored()).not.toContain('8.512');
      expect(page.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
    },
  );

  // proves D5
  test('is stored unsealed where the browser keeps no secrets', async () => {
    const page = await openPage();
    Object.assign(window, { isSecureContext: false });
    page.setSession(rosa);
    page.holdDrafts(rosa._id);
    expect(page.writeDraft(place, draft())).toBe(false);
    await page.vaultDoor.startVault();
    expect(Object.keys(localStorage)).toContain(`libreta.draft.${place.user}.${place.place}`);
  });

  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('libreta.draft.'));
  const onDisk = () => Object.fromEntries(drafts().map((key) => [key, localStorage.getItem(key) ?? '']));
  /** After a kill, localStorage is as the disk last had it. */
  const killedBack = async (disk: Record<string, string>) => {
    for (const key of drafts()) localStorage.removeItem(key);
    for (const [key, value] of Object.entries(disk)) localStorage.setItem(key, value);
    server.away = true;
    const next = await openPage();
    await signInOffline(next);
    return next;
  };

  // proves D8, D9
  test('is restored after a kill although localStorage never reached the disk; a removed one stays removed', async () => {
    const page = await openPage();
    await signInOnline(page);
    const removed = { ...place, place: 'mujer.nuevo' };
    page.writeDraft(removed, draft());
    page.writeDraft(place, draft());
    page.removeDraft(removed);
    const next = await killedBack({});
    expect(next.readDraft(place)).toMatchObject({ values: { peso: 8.512 } });
    expect(next.readDraft(removed)).toBeNull();
  });

  // proves D9
  test('stays removed although localStorage has it again after a kill; a later one is restored', async () => {
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

  // proves D9
  test('stays removed also when localStorage had no space for it', async () => {
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

  // proves D8, D14
  test('is the later of both copies after a kill, and none once it has expired', async () => {
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

  // proves D13
  test('about a deleted person is removed, sealed or not', async () => {
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

  // proves D4
  test('that was moved to another name or time cannot be read', async () => {
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

describe('a note', () => {
  const SISA = '0190a000-0000-7000-8000-0000000000aa';
  const INES = '0190a000-0000-7000-8000-0000000000bb';
  const visit = { _id: SISA, nombres: 'SISA', apellidos: 'CUJÍ', celular: '', lugar: 'MAJIPAMBA', visitado: false };
  const plain = () => Object.keys(localStorage).filter((key) => key.startsWith('libreta.nota.'));
  const view = ({ deviceNotes }: Page) => [deviceNotes.myDay, deviceNotes.consents].map((note) => note.view.get());
  const loaded = (...lists: unknown[]) => lists.map((items) => ({ items, isLoaded: true }));
  const open = (page: Page) => page.openHere(page.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD);

  function note({ deviceNotes }: Page): void {
    deviceNotes.myDay.change((visits) => [...visits, visit]);
    deviceNotes.consents.change((consents) => [...consents, SISA]);
  }

  /** The rows of the vault, with bytes as text. */
  async function inVault(page: Page): Promise<string[]> {
    const stores = await page.disk.openVault((await page.vaultOf(rosa._id))?.id ?? '');
    const rows = await stores.all('estado').finally(stores.close);
    return rows.map(({ clave, sellado }) => clave + Buffer.from(sellado).toString('latin1'));
  }
  const consentsOnDevice = async (page: Page) => (await inVault(page)).find((row) => row.startsWith('nota.mensajes'));

  /** Everything on the device. */
  async function onDevice(page: Page): Promise<string> {
    const texts = await inVault(page);
    return JSON.stringify([texts, Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)])]);
  }

  // proves N1, N2, N6
  test('is sealed, survives a sign-out, and is shown in the open vault of its account only', async () => {
    const page = await openPage();
    await signInOnline(page);
    note(page);
    expect(page.deviceNotes.myDay.view.get().items).toEqual([visit]);
    await expect.poll(() => onDevice(page)).toContain('nota.mensajes');
    await expect.poll(() => onDevice(page)).toContain('nota.dia');
    for (const word of ['SISA', 'CUJÍ', 'MAJIPAMBA', SISA]) expect(await onDevice(page)).not.toContain(word);
    page.clearSession();
    expect(view(page)).toEqual([
      { items: [], isLoaded: false },
      { items: [], isLoaded: false },
    ]);
    await signInOnline(page, luis, 'OtraClave2026');
    await expect.poll(() => view(page)).toEqual(loaded([], []));
    server.away = true;
    const again = await openPage();
    expect(await signInOffline(again)).toBe(true);
    await expect.poll(() => view(again)).toEqual(loaded([visit], [SISA]));
  });

  // proves N3
  test('waits in memory while the vault is closed, and joins what is sealed once it opens', async () => {
    const first = await openPage();
    await signInOnline(first);
    note(first);
    await expect.poll(() => onDevice(first)).toContain('nota.mensajes');
    const page = await openPage();
    await page.startDevice();
    expect([page.vaultState.get(), ...view(page)]).toEqual([
      'closed',
      { items: [], isLoaded: false },
      { items: [], isLoaded: false },
    ]);
    const before = await onDevice(page);
    const consents = await consentsOnDevice(page);
    page.deviceNotes.consents.change((items) => [...items, INES]);
    expect(page.deviceNotes.consents.view.get()).toEqual({ items: [INES], isLoaded: false });
    expect(await onDevice(page)).toBe(before);
    expect(await open(page)).toBe(true);
    await expect.poll(() => view(page)).toEqual(loaded([visit], [SISA, INES]));
    // What is still to be stored would change the device of the next test.
    await expect.poll(() => consentsOnDevice(page)).not.toBe(consents);
    expect(plain()).toEqual([]);
  });

  // proves N2
  test('in plain text is sealed when the vault opens', async () => {
    const before = await openPage();
    before.setSession(rosa);
    note(before);
    expect(plain()).toHaveLength(2);
    before.clearSession();
    const page = await openPage();
    await signInOnline(page);
    await expect.poll(() => view(page)).toEqual(loaded([visit], [SISA]));
    await expect.poll(plain).toEqual([]);
    expect(await onDevice(page)).not.toContain('MAJIPAMBA');
  });

  // proves N6
  test('is deleted with its vault', async () => {
    const page = await openPage();
    await signInOnline(page);
    note(page);
    await expect.poll(() => onDevice(page)).toContain('nota.mensajes');
    page.clearSession();
    server.borrar = [rosa._id];
    await (await openPage()).startDevice();
    await expect.poll(databases).toEqual([]);
    expect(plain()).toEqual([]);
  });

  test('that cannot be stored is kept as long as the page', async () => {
    const page = await openPage();
    await signInOnline(page);
    await expect.poll(() => view(page)).toEqual(loaded([], []));
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    memory().room = 0;
    note(page);
    await expect.poll(() => logged.mock.calls.length).toBe(2);
    expect(view(page)).toEqual(loaded([visit], [SISA]));
    logged.mockRestore();
  });
});

describe('the server', () => {
  // proves V16, V17, D17
  test('wipes a vault with its session and drafts before it can be opened', async () => {
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
    expect(server.contacts.requests.at(-1)?.body.pendientes).toEqual({ [rosa._id]: 0, [luis._id]: 0 });
  });

  // proves V17
  test('wipes the whole device, and nothing of the application is left', async () => {
    const first = await openPage();
    await signInOnline(first);
    // Waits until the first page has finished starting.
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

  // proves V16
  test('changes nothing when it does not answer, and is asked again when it is back', async () => {
    await signInOnline(await openPage());
    server.away = true;
    const page = await openPage();
    await page.startDevice();
    expect(await page.allVaults()).toHaveLength(1);
    expect(page.openingPrompt.get()).toMatchObject({ why: 'offline', session: { _id: rosa._id } });
    Object.assign(server, { away: false, borrar: [rosa._id] });
    const { reportServer } = await import('#web/lib/server-reach.ts');
    reportServer(true);
    await expect.poll(page.allVaults).toEqual([]);
  });

  // proves V16
  test('is awaited for 4 s before a vault opens', async () => {
    const page = await openPage();
    await signInOnline(page);
    const { createContact } = await import('./contact.ts');
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const contact = createContact(page.vaultEngine);
    contact.begin();
    const ended = vi.fn();
    void contact.ended().then(ended);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalled();
  });

  // proves V16, V18
  test('sets the days without contact, and if it allows none, only vaults without pending operations are removed', async () => {
    const first = await openPage();
    await signInOnline(first);
    first.clearSession();
    await signInOnline(first, luis);
    const kept = (await first.vaultOf(luis._id))?.id ?? '';
    await first.changeVault(kept, (entry) => ({ ...entry, pendientes: 2 }));
    first.clearSession();
    const days = async () => (await first.allVaults()).map(({ usuario, dias }) => [usuario, dias]).toSorted();
    const contact = async (dias: number) => {
      server.dias = dias;
      await (await openPage()).startDevice();
    };
    await contact(7);
    await expect.poll(days).toEqual([
      [rosa._id, 7],
      [luis._id, 7],
    ]);
    await contact(0);
    await expect.poll(days).toEqual([[luis._id, 7]]);
    server.away = true;
    expect(await signInOffline(await openPage(), luis.cedula)).toBe(true);
  });

  // proves V17
  test('is not needed to delete the rest of an interrupted wipe at the next start', async () => {
    const page = await openPage();
    await page.disk.makeVault(crypto.randomUUID());
    expect(databases()).toHaveLength(1);
    await page.startDevice();
    expect(databases()).toEqual([]);
  });
});

describe('what was wiped does not reappear', () => {
  /** Wipes the signed-in account while `meanwhile` is running. */
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

  // proves V17
  test('although the server refuses a ticket that was requested before', async () => {
    let refuse = () => {};
    const ticketRequested = new Promise<void>((resolve) => {
      server.onRenewal = () => {
        resolve();
        return new Promise((_, reject) => {
          refuse = () => reject(new AppError('unauthenticated'));
        });
      };
    });
    const page = await openPage();
    await signInOnline(page);
    const answer = page.renewWithVault(rosa);
    await ticketRequested;
    await page.wipeAccounts([rosa._id], page.vaultEngine.dispatch);
    refuse();
    expect(await answer).toBe(false);
    expect(databases()).toEqual([]);
  });

  // proves V17
  test.each([
    [
      'a session is sealed',
      (page: Page, vault: OpenVault) => page.saveVaultSession(vault, { session: rosa, ficha: null }),
    ],
    ['a session is read', (page: Page, vault: OpenVault) => page.readVaultSession(vault)],
    ['another tab gives the vault', (page: Page, vault: OpenVault) => page.vaultEngine.take(vault)],
    ['the vault of a sign-in is made ready', (page: Page, vault: OpenVault) => page.readyVault(vault.id)],
    ['the worker opens it', (page: Page, vault: OpenVault) => page.disk.openVault(vault.id).then((db) => db.close())],
  ])('although %s meanwhile or afterwards', async (_, work) => {
    const { page, vault } = await wipedDuring(work);
    await expect.poll(databases).toEqual([]);
    await work(page, vault).catch(() => undefined);
    expect(databases()).toEqual([]);
  });
});

// proves V2
test.each([
  [
    'opens the vault',
    (page: Page) => page.openHere(page.beginTrial({ cedula: rosa.cedula, password: PASSWORD }), PASSWORD),
  ],
  ['signs in', (page: Page) => signInOffline(page)],
])('a tab that %s without the server gives the keys to the tab that asks for the password too', async (_, opens) => {
  await signInOnline(await openPage());
  server.away = true;
  vi.stubGlobal('BroadcastChannel', channelOfPages());
  const [one, other] = [await openPage(), await openPage()];
  await Promise.all([one.startDevice(), other.startDevice()]);
  other.requestOpening();
  expect(other.openingPrompt.get()).not.toBeNull();
  expect(await opens(one)).toBe(true);
  await expect.poll(other.openVault.get).toMatchObject({ usuario: rosa._id });
  await expect.poll(other.openingPrompt.get).toBeNull();
});

describe('a session that ended', () => {
  test('is renewed by the ticket, and the new ticket is sealed before the old one is dropped', async () => {
    const page = await openPage();
    await signInOnline(page);
    const vault = page.openVault.get();
    const before = vault && (await page.readVaultSession(vault));
    expect(await page.recoverSession(rosa)).toBe(true);
    const after = vault && (await page.readVaultSession(vault));
    expect(page.getSession()?.accessToken).toMatch(/^renewed/);
    expect(after?.session.accessToken).toBe(page.getSession()?.accessToken);
    expect([after?.ficha, after?.ficha === before?.ficha]).toEqual([expect.any(String), false]);
  });

  test('asks for the password when the ticket is invalid, and does not try the ticket again', async () => {
    const page = await openPage();
    await signInOnline(page);
    server.tickets.clear();
    const answer = page.recoverSession(rosa);
    await expect.poll(() => server.renewals.requests).toHaveLength(1);
    page.clearSession();
    page.setSession({ ...rosa, accessToken: 'by password' });
    expect(await answer).toBe(true);
    expect(server.renewals.requests).toHaveLength(1);
  });
});
