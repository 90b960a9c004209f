import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { Values } from '#domain/fields/index.ts';
import { RECORDS } from '#domain/records/index.ts';
import { BOOKLET_FORMAT, packBooklets } from '#domain/sync/booklet-page.ts';
import { keysOf, randomBytes } from '#web/device/crypto/cipher.ts';
import { ROSA } from '../../../../tests/support/child-on-device.ts';
import { freshBrowser, outboxDevice } from '../../../../tests/support/outbox-page.ts';
import { waiting } from '../../../../tests/support/waiting.ts';

vi.mock('#web/device/keeper/keeper.worker.ts?worker&url', () => ({ default: '' }));

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
/** How many encryptions, digests and keys are being computed, which takes real time. */
let computing = 0;
beforeEach(() => {
  for (const name of ['encrypt', 'decrypt', 'sign', 'digest', 'importKey', 'deriveKey', 'deriveBits'] as const) {
    const compute = SubtleCrypto.prototype[name] as (...args: unknown[]) => Promise<unknown>;
    vi.spyOn(SubtleCrypto.prototype, name as 'digest').mockImplementation(function (this: SubtleCrypto, ...args) {
      computing += 1;
      return compute.apply(this, args).finally(() => {
        computing -= 1;
      }) as Promise<ArrayBuffer>;
    });
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DAY_MS = 24 * 60 * 60_000;

/** An open page of a supervisor's device; the test answers the pulls. @param cutOff how often the worker's code fails to arrive */
async function supervisorsPage({ cutOff = 0 } = {}) {
  freshBrowser();
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  Object.assign(document, { readyState: 'complete' });
  const pulls: { canton: string | null; answer: () => void; busy: () => void; signedOut: () => void }[] = [];
  const sends: { answer: () => void }[] = [];
  const line = { isUp: true, formato: BOOKLET_FORMAT };
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string } = {}) => {
    if (!line.isUp) return Promise.reject(new TypeError('Failed to fetch'));
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === ROUTES.sendOperations.path)
      return new Promise<Response>((resolve) => {
        const ops: { op: string }[] = JSON.parse(body ?? '').operaciones;
        const resultados = ops.map(({ op }) => ({ op, estado: 'hecha', sello: '9', version: 1 }));
        sends.push({ answer: () => resolve(Response.json({ resultados })) });
      });
    if (pathname !== ROUTES.pullBooklets.path) return Promise.resolve(Response.json({}));
    const { formato } = line;
    const page = { formato, siguiente: '1', completo: true, total: 0, ...packBooklets([]), salen: [] };
    return new Promise<Response>((resolve) => {
      const busy = () => resolve(Response.json({}, { status: 503 }));
      const signedOut = () => resolve(Response.json({}, { status: 401 }));
      pulls.push({ canton: searchParams.get('canton'), answer: () => resolve(Response.json(page)), busy, signedOut });
    });
  });
  const device = outboxDevice();
  const modules = await device.load();
  await device.signIn(modules);
  const { createKeeper } = await import('#web/device/keeper/keeper.ts');
  const { answerRequest } = await import('#web/device/keeper/keeper-messages.ts');
  type Request = Parameters<typeof answerRequest>[1];
  const requests: string[] = [];
  const storing = { isHeld: false };
  let begun = 0;
  class InPageKeeper extends EventTarget {
    readonly keeper = createKeeper(modules.disk, () => (work) => work());
    readonly isCutOff = begun < cutOff;
    constructor() {
      super();
      begun += 1;
    }
    postMessage(request: Request): void {
      if (this.isCutOff) return void this.dispatchEvent(Object.assign(new Event('error'), { message: 'cut off' }));
      requests.push(request.what);
      if (request.what === 'page' && storing.isHeld) return;
      void answerRequest(this.keeper, request).then((data) =>
        this.dispatchEvent(new MessageEvent('message', { data })),
      );
    }
    terminate(): void {}
  }
  vi.stubGlobal('Worker', InPageKeeper);
  const { setSession, clearSession } = await import('#web/lib/session.ts');
  setSession({ ...ROSA, email: '', roles: ['ROLE_SUPERVISOR'], accessToken: 'token' });
  const [id = ''] = await modules.disk.vaults();
  const { openVault } = await import('#web/device/shown/open-vault.ts');
  const { deviceStatus } = await import('#web/device/shown/status.ts');
  const { keepBooklets, takeCantons } = await import('./keep-booklets.ts');
  const vault = { id, usuario: ROSA._id, ...(await keysOf(randomBytes(32))) };
  openVault.set(vault);
  keepBooklets();
  const reopen = () => {
    openVault.set(null);
    openVault.set(vault);
  };
  const leave = () => {
    clearSession();
    openVault.set(null);
  };
  return { pulls, sends, requests, storing, takeCantons, deviceStatus, line, reopen, leave };
}

const QUIET_TURNS = 5;
/** Waits for what really takes time, and longer where the machine is busy: the fake clock must not run on meanwhile. */
async function workRests(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let quiet = 0; quiet < QUIET_TURNS; quiet = computing === 0 ? quiet + 1 : 0)
    await new Promise((resolve) => setImmediate(resolve));
}

const STEP_MS = 10_000;
async function passes(ms: number): Promise<void> {
  await workRests();
  for (let left = ms; left > 0; left -= STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(left, STEP_MS));
    await workRests();
  }
}

/** Looks again after each second of the fake clock. */
const comesTo = <T>(read: () => T) =>
  expect.poll(async () => {
    await passes(1_000);
    return read();
  });

it('cantons that are chosen while earlier ones come down are pulled afterwards', async () => {
  const { pulls, takeCantons, deviceStatus, leave } = await supervisorsPage();
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  void takeCantons(['0603']);
  await comesTo(() => pulls.map(({ canton }) => canton)).toEqual(['0603']);
  const taken = takeCantons(['0606', '0603']);
  pulls[0]?.answer();
  await comesTo(() => pulls.map(({ canton }) => canton)).toEqual(['0603', '0603,0606']);
  pulls[1]?.answer();
  expect(await taken).toBe(true);
  expect(deviceStatus.get()).toMatchObject({ phase: 'ready', cantones: ['0603', '0606'] });
  // The choice is done, so that a later turn does not repeat it.
  expect(pulls).toHaveLength(2);
  leave();
});

it('a device whose worker could not be loaded is opened again without a reload', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { deviceStatus, leave } = await supervisorsPage({ cutOff: 3 });
  await comesTo(() => deviceStatus.get()?.phase).toBe('waiting');
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  leave();
});

it('a vault that is closed while a page is stored pulls again when it is opened', async () => {
  const { pulls, requests, storing, takeCantons, deviceStatus, reopen, leave } = await supervisorsPage();
  storing.isHeld = true;
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  void takeCantons(['0603']);
  await comesTo(() => pulls.length).toBe(1);
  pulls[0]?.answer();
  await comesTo(() => requests.at(-1)).toBe('page');
  reopen();
  void takeCantons(['0606']);
  await comesTo(() => pulls.at(-1)?.canton).toBe('0606');
  leave();
});

// proves P6
it.each(['after the first batch', 'after the server is back'])(
  'a pull waits until all batches are sent: %s',
  async (when) => {
    const { pulls, sends, takeCantons, deviceStatus, line, leave } = await supervisorsPage();
    const { currentWork } = await import('./work.ts');
    const { checkServer } = await import('#web/lib/server-reach.ts');
    await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
    void takeCantons(['0603']);
    await comesTo(() => pulls.length).toBe(1);
    pulls[0]?.answer();
    await comesTo(() => deviceStatus.get()?.phase).toBe('ready');
    line.isUp = when === 'after the first batch';
    await checkServer();
    for (let one = 0; one < 25; one += 1) await currentWork.get()?.outbox.add(waiting());
    line.isUp = true;
    if (when === 'after the first batch') currentWork.get()?.send();
    else await checkServer();
    await comesTo(() => sends.length).toBe(1);
    sends[0]?.answer();
    await comesTo(() => sends.length).toBe(2);
    await passes(6 * 60_000);
    expect(pulls).toHaveLength(1);
    sends[1]?.answer();
    await comesTo(() => pulls.length).toBe(2);
    leave();
  },
);

it('a device whose pull met an ended session pulls once the password was typed again', async () => {
  const { pulls, takeCantons, deviceStatus, leave } = await supervisorsPage();
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  void takeCantons(['0603']);
  await comesTo(() => pulls.length).toBe(1);
  pulls[0]?.signedOut();
  await passes(60_000);
  expect(pulls).toHaveLength(1);
  const { setSession } = await import('#web/lib/session.ts');
  setSession({ ...ROSA, email: '', roles: ['ROLE_SUPERVISOR'], accessToken: 'another token' });
  await expect.poll(() => pulls.length).toBe(2);
  leave();
});

// proves P8
it('what was saved is pulled at once, because the signal may be lost, and once more when older transactions have ended', async () => {
  const { pulls, takeCantons, deviceStatus, leave } = await supervisorsPage();
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  const taken = takeCantons(['0603']);
  await comesTo(() => pulls.length).toBe(1);
  pulls[0]?.answer();
  await taken;
  const { writeCount } = await import('#web/lib/source/choose-source.ts');
  writeCount.set(writeCount.get() + 1);
  await passes(300);
  await expect.poll(() => pulls.length).toBe(2);
  pulls[1]?.answer();
  await comesTo(() => pulls.length).toBe(3);
  leave();
});

// proves C17
it('what another page leaves behind is sent after 5 minutes at most', async () => {
  const { sends, deviceStatus, leave } = await supervisorsPage();
  const { currentWork } = await import('./work.ts');
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  let kill = (): void => undefined;
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const { openVault } = await import('#web/device/shown/open-vault.ts');
  void navigator.locks.request(`libreta.envio.${openVault.get()?.id}`, () => killed);
  await currentWork.get()?.outbox.add(waiting());
  currentWork.get()?.send();
  await passes(1_000);
  kill();
  await passes(5 * 60_000);
  await expect.poll(() => sends.length).toBe(1);
  leave();
});

// proves S1
it('a save waits on the device while the format of the server is another, also after a lost line', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { pulls, sends, takeCantons, deviceStatus, line, leave } = await supervisorsPage();
  const { deviceSide } = await import('#web/lib/source/choose-source.ts');
  const remote = vi.fn(async () => ({ message: '' }));
  const save = () => {
    const { nino: definition } = RECORDS;
    const about = { definition, _id: crypto.randomUUID(), values: definition.example as Values, parentId: undefined };
    return deviceSide.get()?.write({ hace: 'crear', about, remote, shown: async () => ({}) });
  };
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  line.formato = 'newer';
  void takeCantons(['0603']);
  await comesTo(() => pulls.length).toBe(1);
  pulls[0]?.answer();
  await comesTo(() => deviceStatus.get()?.phase).toBe('old');
  line.isUp = false;
  void takeCantons(['0603']);
  await comesTo(() => deviceStatus.get()?.phase).toBe('waiting');
  line.isUp = true;
  await (await import('#web/lib/server-reach.ts')).checkServer();
  expect(await save()).toMatchObject({ message: 'Guardado en este equipo. Se enviará cuando haya señal.' });
  expect(remote).not.toHaveBeenCalled();
  line.formato = BOOKLET_FORMAT;
  await comesTo(() => {
    sends.at(-1)?.answer();
    pulls.at(-1)?.answer();
    return deviceStatus.get()?.phase;
  }).toBe('ready');
  await save();
  expect(remote).toHaveBeenCalledOnce();
  leave();
});

// proves P7
it.each([
  ['goes on from what is stored', '0603', 3],
  ['has no cantons after their deletion', '0606', 2],
])(
  'a vault that is opened again while the pull of its earlier session waits for a busy server %s',
  async (_, canton, count) => {
    const { pulls, requests, takeCantons, deviceStatus, reopen, leave } = await supervisorsPage();
    await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
    void takeCantons(['0603']);
    await comesTo(() => pulls.length).toBe(1);
    pulls[0]?.answer();
    await comesTo(() => deviceStatus.get()?.phase).toBe('ready');
    void takeCantons([canton]);
    await comesTo(() => pulls.length).toBe(2);
    pulls[1]?.busy();
    await passes(1_000);
    const [begun, busyAt] = [requests.length, Date.now()];
    reopen();
    const phases: (string | undefined)[] = [];
    deviceStatus.subscribe(() => phases.push(deviceStatus.get()?.phase));
    const opened = count === 2 ? () => phases.at(-1) === 'nobody' : () => pulls.length === 3;
    await comesTo(opened).toBe(true);
    expect(Date.now() - busyAt).toBeLessThan(10_000);
    phases.length = 0;
    pulls[2]?.answer();
    for (let seconds = 0; seconds < 40; seconds += 1) await passes(1_000);
    await comesTo(() => deviceStatus.get()?.phase).toBe(count === 2 ? 'nobody' : 'ready');
    expect(pulls).toHaveLength(count);
    expect(phases).not.toContain('coming');
    expect(requests.slice(begun).filter((what) => what === 'empty')).toHaveLength(count === 2 ? 1 : 0);
    leave();
  },
);

it('without the server, a device that was behind and may have corrected itself while it slept asks for the date', async () => {
  const { pulls, takeCantons, deviceStatus, line, leave } = await supervisorsPage();
  const { setClockBehind } = await import('#domain/clock.ts');
  const { datePrompt } = await import('#web/device/shown/date-prompt.ts');
  const { checkServer } = await import('#web/lib/server-reach.ts');
  setClockBehind(3 * DAY_MS);
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  void takeCantons(['0603']);
  await comesTo(() => pulls.length).toBe(1);
  pulls[0]?.answer();
  await comesTo(() => deviceStatus.get()?.phase).toBe('ready');
  const since = dayOf(deviceStatus.get()?.contacto ?? '');
  line.isUp = false;
  await checkServer();
  const sleep = (ms: number) => {
    for (const visibilityState of ['hidden', 'visible']) {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
      if (visibilityState === 'hidden') vi.setSystemTime(Date.now() + ms);
    }
    return passes(1_000);
  };
  await sleep(DAY_MS);
  expect(datePrompt.get()).toBeNull();
  await sleep(3 * DAY_MS);
  expect(datePrompt.get()).toEqual({ since });
  leave();
});

it.each([
  ['asks for the date', false],
  ['does not ask again for a date that was answered on an earlier page', true],
])('without the server, a device whose clock is hours before its last contact %s', async (_, isAnswered) => {
  const { pulls, takeCantons, deviceStatus, line, leave } = await supervisorsPage();
  const { datePrompt } = await import('#web/device/shown/date-prompt.ts');
  const { moveClockByUser } = await import('#web/lib/server-clock.ts');
  const { checkServer } = await import('#web/lib/server-reach.ts');
  vi.setSystemTime(new Date('2026-11-29T20:00:00-05:00'));
  await comesTo(() => deviceStatus.get()?.phase).toBe('nobody');
  void takeCantons(['0603']);
  await comesTo(() => pulls.length).toBe(1);
  pulls[0]?.answer();
  await comesTo(() => deviceStatus.get()?.phase).toBe('ready');
  vi.setSystemTime(Date.now() - 3 * 60 * 60_000);
  if (isAnswered) moveClockByUser(0);
  line.isUp = false;
  await checkServer();
  document.dispatchEvent(new Event('visibilitychange'));
  await passes(1_000);
  expect(datePrompt.get() === null).toBe(isAnswered);
  leave();
});
