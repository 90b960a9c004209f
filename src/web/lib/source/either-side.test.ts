import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BookletSource } from './booklet-source.ts';

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

/** Both sides; the test settles the server's answers. */
async function sides({
  isWhole = true,
  knowsMore = (): boolean => false,
  device = () => Promise.resolve('device'),
} = {}) {
  const { eitherSide } = await import('./either-side.ts');
  const { shownFromDevice } = await import('./shown-from-device.ts');
  const { queryClient } = await import('#web/lib/query-client.ts');
  const { ApiError, NetworkError } = await import('#web/lib/api-errors.ts');
  const { NotOnDevice } = await import('./booklet-source.ts');
  const { reportServer } = await import('#web/lib/server-reach.ts');
  const { forgetLoaded } = await import('#web/lib/loaded.ts');
  const settle: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const remote: Side = {
    page: () => new Promise((resolve, reject) => void settle.push({ resolve, reject })),
  };
  const answer = eitherSide({ page: device } as unknown as BookletSource, () => isWhole, knowsMore);
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
    forgetLoaded,
  };
}

it('a fast server answers', async () => {
  const { ask, settle, shownFromDevice } = await sides();
  const pendingAnswer = ask();
  await vi.advanceTimersByTimeAsync(700);
  settle[0]?.resolve('server');
  expect(await pendingAnswer).toBe('server');
  expect(shownFromDevice.get()).toBe(false);
});

// proves S3
it('after 800 ms of silence the device answers, and a later answer of the server replaces it', async () => {
  const { ask, settle, shownFromDevice, queryClient } = await sides();
  const pendingAnswer = ask();
  await vi.advanceTimersByTimeAsync(800);
  expect(await pendingAnswer).toBe('device');
  expect(shownFromDevice.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  settle[0]?.resolve('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryClient.getQueryData(QUERY)).toBe('server');
  expect(shownFromDevice.get()).toBe(false);
  // The server was slow, so the next read does not wait for it.
  const again = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await again).toBe('device');
});

it('a late answer to a question of the previous account is dropped', async () => {
  const { ask, settle, shownFromDevice, queryClient, forgetLoaded } = await sides();
  const pendingAnswer = ask();
  await vi.advanceTimersByTimeAsync(800);
  expect(await pendingAnswer).toBe('device');
  forgetLoaded();
  settle[0]?.resolve('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryClient.getQueryData(QUERY)).toBeUndefined();
  expect(shownFromDevice.get()).toBe(true);
});

// proves S4
it('a refusal is an answer; an unavailable server is none', async () => {
  const { ask, settle, ApiError } = await sides();
  const refused = ask();
  settle[0]?.reject(new ApiError(404, {}));
  await expect(refused).rejects.toMatchObject({ status: 404 });
  const broken = ask();
  settle[1]?.reject(new ApiError(503, {}));
  expect(await broken).toBe('device');
});

// proves S3
it('an incomplete device answers only when the server does not', async () => {
  const { ask, settle, NetworkError } = await sides({ isWhole: false });
  const pendingAnswer = ask();
  await vi.advanceTimersByTimeAsync(5_000);
  settle[0]?.resolve('server');
  expect(await pendingAnswer).toBe('server');
  const secondAnswer = ask();
  settle[1]?.reject(new NetworkError());
  expect(await secondAnswer).toBe('device');
});

// proves S3
it.each([500, 501, 503])('an incomplete device answers after a %d', async (status) => {
  const { ask, settle, ApiError } = await sides({ isWhole: false });
  const pendingAnswer = ask();
  settle[0]?.reject(new ApiError(status, {}));
  expect(await pendingAnswer).toBe('device');
});

// proves S3
it('a device that knows more answers first, and the server is asked only for data that the device lacks', async () => {
  const { NotOnDevice } = await import('./booklet-source.ts');
  const device = vi.fn(async () => 'device');
  const { ask, settle } = await sides({ isWhole: false, knowsMore: () => true, device });
  expect(await ask()).toBe('device');
  expect(settle).toEqual([]);
  device.mockRejectedValueOnce(new NotOnDevice());
  const secondAnswer = ask();
  await vi.advanceTimersByTimeAsync(0);
  settle[0]?.resolve('server');
  expect(await secondAnswer).toBe('server');
});

// proves S3
it('for data that is not on the device the server is awaited, and its failure is reported', async () => {
  const { NotOnDevice } = await import('./booklet-source.ts');
  const { ask, settle, NetworkError } = await sides({ device: () => Promise.reject(new NotOnDevice()) });
  const pendingAnswer = ask();
  await vi.advanceTimersByTimeAsync(900);
  settle[0]?.resolve('server');
  expect(await pendingAnswer).toBe('server');
  const secondAnswer = ask();
  settle[1]?.reject(new NetworkError());
  await expect(secondAnswer).rejects.toMatchObject({ name: 'NetworkError' });
});

it('the device answers at once when the server is unreachable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  const { ask, reportServer } = await sides();
  reportServer(false);
  await vi.advanceTimersByTimeAsync(10);
  const pendingAnswer = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await pendingAnswer).toBe('device');
});

it('without the server, a person who is not on a complete device is not found', async () => {
  const { PersonNotOnDevice } = await import('./booklet-source.ts');
  const device = () => Promise.reject(new PersonNotOnDevice());
  const whole = await sides({ device });
  const secondAnswer = whole.ask();
  whole.settle[0]?.reject(new whole.NetworkError());
  await expect(secondAnswer).rejects.toMatchObject({ status: 404, code: 'notFound' });
  // The server may know a new person.
  const pendingAnswer = whole.ask();
  whole.settle[1]?.resolve('server');
  expect(await pendingAnswer).toBe('server');
  const part = await sides({ device, isWhole: false });
  const unknown = part.ask();
  part.settle[0]?.reject(new part.NetworkError());
  await expect(unknown).rejects.toMatchObject({ name: 'NetworkError' });
});

/** A question that is asked before the device is open. */
async function beforeItOpens(options?: Parameters<typeof sides>[0]) {
  const all = await sides(options);
  const { readFromSource: answered, deviceSide } = await import('./choose-source.ts');
  const pendingAnswer = answered<Side, string>(all.remote, (side) => side.page(), { queryKey: QUERY });
  const open = () =>
    deviceSide.set({ answer: all.answer } as unknown as NonNullable<ReturnType<typeof deviceSide.get>>);
  return { ...all, pendingAnswer, open };
}

it('a device that opens while the server is silent answers the earlier question, and the server is asked once', async () => {
  const { pendingAnswer, open, settle, queryClient } = await beforeItOpens();
  await vi.advanceTimersByTimeAsync(3_000);
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(await pendingAnswer).toBe('device');
  expect(settle).toHaveLength(1);
  settle[0]?.resolve('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryClient.getQueryData(QUERY)).toBe('server');
});

it('the device of the next account does not answer an earlier question of the previous one', async () => {
  const device = vi.fn(async () => 'device');
  const { pendingAnswer, open, settle, queryClient, forgetLoaded } = await beforeItOpens({ device });
  await vi.advanceTimersByTimeAsync(3_000);
  forgetLoaded();
  open();
  await vi.advanceTimersByTimeAsync(0);
  settle[0]?.resolve('server');
  expect(await pendingAnswer).toBe('server');
  await vi.advanceTimersByTimeAsync(0);
  expect(device).not.toHaveBeenCalled();
  expect(queryClient.getQueryData(QUERY)).toBeUndefined();
});

it('a device that opens right after the question waits for the rest of the server’s time', async () => {
  const { pendingAnswer, open, settle } = await beforeItOpens();
  await vi.advanceTimersByTimeAsync(300);
  open();
  await vi.advanceTimersByTimeAsync(499);
  settle[0]?.resolve('server');
  expect(await pendingAnswer).toBe('server');
});

it('without a device only the server answers or refuses', async () => {
  const one = await beforeItOpens();
  one.settle[0]?.resolve('server');
  expect(await one.pendingAnswer).toBe('server');
  const other = await beforeItOpens();
  other.settle[0]?.reject(new other.NetworkError());
  await expect(other.pendingAnswer).rejects.toMatchObject({ name: 'NetworkError' });
});

it('after silence the next question does not wait for the server', async () => {
  const { ask } = await sides();
  const first = ask();
  await vi.advanceTimersByTimeAsync(800);
  expect(await first).toBe('device');
  const second = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(await second).toBe('device');
});

it('an answer that is later than a newer one does not replace it', async () => {
  const { ask, settle, queryClient } = await sides();
  for (const _ of ['older', 'newer']) {
    const pending = ask();
    await vi.advanceTimersByTimeAsync(800);
    queryClient.setQueryData(QUERY, await pending);
  }
  settle[1]?.resolve('newer');
  await vi.advanceTimersByTimeAsync(0);
  settle[0]?.resolve('older');
  await vi.advanceTimersByTimeAsync(0);
  expect(queryClient.getQueryData(QUERY)).toBe('newer');
});

it('an answer of the server to one question leaves the sign while another one on the screen is answered by the device', async () => {
  const { answer, ask, settle, remote, shownFromDevice, queryClient } = await sides();
  const { QueryObserver } = await import('@tanstack/react-query');
  const leave = new QueryObserver(queryClient, { queryKey: QUERY, enabled: false }).subscribe(() => undefined);
  const pending = ask();
  await vi.advanceTimersByTimeAsync(800);
  await pending;
  const askOther = () => answer<Side, string>({ remote, ask: (side) => side.page(), queryKey: ['mujer', 'page'] });
  for (const isShown of [true, false]) {
    const other = askOther();
    settle.at(-1)?.resolve('server');
    await other;
    await vi.advanceTimersByTimeAsync(0);
    expect(shownFromDevice.get()).toBe(isShown);
    leave();
  }
});
