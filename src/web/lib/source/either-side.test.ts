import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BookletReads } from './booklet-source.ts';

interface Side {
  page: () => Promise<string>;
}
const QUERY = ['nino', 'page'];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Both sides, the server's answering when it is told to. */
async function sides({ isWhole = true, knowsMore = () => false, device = () => Promise.resolve('device') } = {}) {
  const { eitherSide } = await import('./either-side.ts');
  const { shownFromDevice } = await import('./shown-from-device.ts');
  const { queryClient } = await import('#web/lib/query-client.ts');
  const { ApiError, NetworkError } = await import('#web/lib/api-errors.ts');
  const { NotOnDevice } = await import('./booklet-source.ts');
  const { reportServer } = await import('#web/lib/server-reach.ts');
  const settle: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const remote: Side = {
    page: () => new Promise((resolve, reject) => void settle.push({ resolve, reject })),
  };
  const answer = eitherSide({ page: device } as unknown as BookletReads, () => isWhole, knowsMore);
  const ask = () => answer<Side, string>({ remote, ask: (side) => side.page(), queryKey: QUERY });
  return {
    answer,
    remote,
    ask,
    settle,
    shownFromDevice,
    queryClient,
    ApiError,
    NetworkError,
    NotOnDevice,
    reportServer,
  };
}

it('the server answers while it does so soon', async () => {
  const { ask, settle, shownFromDevice } = await sides();
  const asked = ask();
  await vi.advanceTimersByTimeAsync(700);
  settle[0]?.resolve('server');
  expect(await asked).toBe('server');
  expect(shownFromDevice.get()).toBe(false);
});

it('silent for 800 ms, the device answers; what the server says later takes its place', async () => {
  const { ask, settle, shownFromDevice, queryClient } = await sides();
  const asked = ask();
  await vi.advanceTimersByTimeAsync(800);
  expect(await asked).toBe('device');
  expect(shownFromDevice.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  settle[0]?.resolve('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryClient.getQueryData(QUERY)).toBe('server');
  expect(shownFromDevice.get()).toBe(false);
  // It was slow: next time nobody waits for it.
  const again = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await again).toBe('device');
});

it('a refusal is an answer; a server that cannot just now is none', async () => {
  const { ask, settle, ApiError } = await sides();
  const refused = ask();
  settle[0]?.reject(new ApiError(404, {}));
  await expect(refused).rejects.toMatchObject({ status: 404 });
  const broken = ask();
  settle[1]?.reject(new ApiError(503, {}));
  expect(await broken).toBe('device');
});

it('a device that has not everything yet answers only where nobody else does', async () => {
  const { ask, settle, NetworkError } = await sides({ isWhole: false });
  const asked = ask();
  await vi.advanceTimersByTimeAsync(5_000);
  settle[0]?.resolve('server');
  expect(await asked).toBe('server');
  const gone = ask();
  settle[1]?.reject(new NetworkError());
  expect(await gone).toBe('device');
});

it('what the device does not know the server is waited for, and its failure is said', async () => {
  const { NotOnDevice } = await import('./booklet-source.ts');
  const { ask, settle, NetworkError } = await sides({ device: () => Promise.reject(new NotOnDevice()) });
  const asked = ask();
  await vi.advanceTimersByTimeAsync(900);
  settle[0]?.resolve('server');
  expect(await asked).toBe('server');
  const gone = ask();
  settle[1]?.reject(new NetworkError());
  await expect(gone).rejects.toMatchObject({ name: 'NetworkError' });
});

it('where the server is known to be away, the device answers at once', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  const { ask, reportServer } = await sides();
  reportServer(false);
  await vi.advanceTimersByTimeAsync(10);
  const asked = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await asked).toBe('device');
});

it('whoever is not on a device that has everybody is not there, where the server does not answer', async () => {
  const { NobodyHere } = await import('./booklet-source.ts');
  const device = () => Promise.reject(new NobodyHere());
  const whole = await sides({ device });
  const gone = whole.ask();
  whole.settle[0]?.reject(new whole.NetworkError());
  await expect(gone).rejects.toMatchObject({ status: 404, code: 'notFound' });
  // Of somebody new the server may know.
  const asked = whole.ask();
  whole.settle[1]?.resolve('server');
  expect(await asked).toBe('server');
  const part = await sides({ device, isWhole: false });
  const unknown = part.ask();
  part.settle[0]?.reject(new part.NetworkError());
  await expect(unknown).rejects.toMatchObject({ name: 'NetworkError' });
});

/** What a screen asks before the device of a page that was just loaded is open. */
async function beforeItOpens(options?: Parameters<typeof sides>[0]) {
  const all = await sides(options);
  const { answered, deviceSide } = await import('./choose-source.ts');
  const asked = answered<Side, string>(all.remote, (side) => side.page(), { queryKey: QUERY });
  const open = () =>
    deviceSide.set({ answer: all.answer } as unknown as NonNullable<ReturnType<typeof deviceSide.get>>);
  return { ...all, asked, open };
}

it('a device that opens while the server is silent answers what was asked before, and the server is asked once', async () => {
  const { asked, open, settle, queryClient } = await beforeItOpens();
  await vi.advanceTimersByTimeAsync(3_000);
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(await asked).toBe('device');
  expect(settle).toHaveLength(1);
  settle[0]?.resolve('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryClient.getQueryData(QUERY)).toBe('server');
});

it('a device that opens right after the question leaves the server the rest of its time', async () => {
  const { asked, open, settle } = await beforeItOpens();
  await vi.advanceTimersByTimeAsync(300);
  open();
  await vi.advanceTimersByTimeAsync(499);
  settle[0]?.resolve('server');
  expect(await asked).toBe('server');
});

it('without a device that opens, the server alone answers, or refuses', async () => {
  const one = await beforeItOpens();
  one.settle[0]?.resolve('server');
  expect(await one.asked).toBe('server');
  const other = await beforeItOpens();
  other.settle[0]?.reject(new other.NetworkError());
  await expect(other.asked).rejects.toMatchObject({ name: 'NetworkError' });
});

it('what is asked next on a silent line waits no longer, before the server has said anything', async () => {
  const { ask } = await sides();
  const first = ask();
  await vi.advanceTimersByTimeAsync(800);
  expect(await first).toBe('device');
  const second = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toBe('device');
});
