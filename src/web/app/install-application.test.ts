import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { applicationHere } from '#web/lib/application-here.ts';
import { newVersion } from '#web/lib/new-version.ts';

// These must be faked before the module is imported, because it reads them then.
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
vi.useFakeTimers();
const { installApplication: keepInstalled } = await import('./install-application.ts');
const { reportServer } = await import('#web/lib/server-reach.ts');

/** A browser with the application installed, and with the next version of it waiting. */
function browser() {
  const events = new EventTarget();
  const messages: unknown[] = [];
  const reload = vi.fn();
  const registration = Object.assign(new EventTarget(), {
    waiting: { postMessage: (message: unknown) => messages.push(message) } as object | null,
    installing: null,
    update: async () => undefined,
  });
  const serviceWorker = Object.assign(events, {
    controller: {},
    register: async (): Promise<unknown> => registration,
    ready: Promise.resolve(registration),
  });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { readyState: 'complete', visibilityState: 'visible' }));
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { reload });
  return {
    messages,
    reload,
    registration,
    serviceWorker,
    inCharge: () => events.dispatchEvent(new Event('controllerchange')),
  };
}

const kept = vi.fn(() => false);
beforeEach(() => {
  newVersion.set(null);
  kept.mockClear();
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the page reloads as soon as the new version is active', async () => {
  const { messages, reload, inCharge } = browser();
  await keepInstalled(kept);
  void newVersion.get()?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([messages[0], reload.mock.calls.length]).toEqual([{ type: 'SKIP_WAITING' }, 0]);
  inCharge();
  expect(kept).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(kept.mock.invocationCallOrder[0]).toBeLessThan(reload.mock.invocationCallOrder[0] ?? 0);
});

test('a version that becomes active only through the reload does not cause a second one', async () => {
  const { reload, inCharge } = browser();
  await keepInstalled(kept);
  void newVersion.get()?.();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(reload).toHaveBeenCalledTimes(1);
  inCharge();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a double click activates once, and a user who stayed can activate later', async () => {
  const { reload, inCharge } = browser();
  await keepInstalled(kept);
  const take = newVersion.get();
  const staying = take?.();
  void take?.();
  await vi.advanceTimersByTimeAsync(1_000);
  inCharge();
  await vi.advanceTimersByTimeAsync(5_000);
  await staying;
  expect(reload).toHaveBeenCalledTimes(1);
  void newVersion.get()?.();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('the application is installed once a worker is ready, and never if the browser cannot store it', async () => {
  browser();
  await keepInstalled(kept);
  expect(applicationHere.get()).toBe('here');
  browser().serviceWorker.register = () => Promise.reject(new Error('private window'));
  await keepInstalled(kept);
  expect(applicationHere.get()).toBe('never');
});

/** A first worker whose installation ends in this state. */
function firstWorker(registration: { installing: unknown; waiting: unknown }, state: 'installed' | 'redundant') {
  const worker = Object.assign(new EventTarget(), { state: 'installing' as string });
  Object.assign(registration, { installing: worker, waiting: null });
  return () => {
    worker.state = state;
    worker.dispatchEvent(new Event('statechange'));
  };
}

test('a first installation that failed is tried again, at once when the server is back', async () => {
  applicationHere.set('coming');
  const { registration, serviceWorker } = browser();
  let ready = (_: unknown): void => undefined;
  serviceWorker.ready = new Promise((resolve) => {
    ready = resolve as typeof ready;
  });
  const register = vi.fn(async () => registration);
  serviceWorker.register = register;
  const fail = firstWorker(registration, 'redundant');
  void keepInstalled(kept);
  await vi.advanceTimersByTimeAsync(0);
  fail();
  await vi.advanceTimersByTimeAsync(4_000);
  expect([register.mock.calls.length, applicationHere.get()]).toEqual([1, 'coming']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(register).toHaveBeenCalledTimes(2);

  register.mockRejectedValueOnce(new TypeError('the script could not be downloaded'));
  fail();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(register).toHaveBeenCalledTimes(3);
  const succeed = firstWorker(registration, 'installed');
  reportServer(false);
  await vi.advanceTimersByTimeAsync(0);
  reportServer(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(register).toHaveBeenCalledTimes(4);
  succeed();
  ready(registration);
  await vi.advanceTimersByTimeAsync(120_000);
  expect([register.mock.calls.length, applicationHere.get()]).toEqual([4, 'here']);
});

test('a version activated in another tab is only offered here', async () => {
  const { reload, registration, inCharge } = browser();
  await keepInstalled(kept);
  newVersion.set(null);
  registration.waiting = null;
  inCharge();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  void newVersion.get()?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the message to a version that does not respond is repeated, and so is a reload that cannot prompt', async () => {
  const { messages, reload } = browser();
  kept.mockReturnValueOnce(true);
  await keepInstalled(kept);
  void newVersion.get()?.();
  await vi.advanceTimersByTimeAsync(11_000);
  expect([messages.length, reload.mock.calls.length]).toEqual([10, 1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledTimes(2);
});
