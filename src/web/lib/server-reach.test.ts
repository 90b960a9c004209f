import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const page = new EventTarget();
let server: () => Promise<Response>;
let checks = 0;
const json = () => Response.json({ status: 'ok' });

// These must be faked before the module is imported, because it reads them then.
vi.stubGlobal('window', page);
vi.stubGlobal('fetch', () => {
  checks += 1;
  return server();
});
let reach: typeof import('./server-reach.ts');

beforeAll(async () => {
  vi.useFakeTimers();
  reach = await import('./server-reach.ts');
});
beforeEach(async () => {
  server = async () => json();
  page.dispatchEvent(new Event('online'));
  await reach.checkServer();
  checks = 0;
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const lost = () => {
  server = () => Promise.reject(new TypeError('no connection'));
};

test('an answer that arrives after the line was lost is corrected within seconds without another request', async () => {
  lost();
  page.dispatchEvent(new Event('offline'));
  await passes(0);
  expect(reach.serverReachable()).toBe(false);
  reach.reportServer(true);
  expect(reach.serverReachable()).toBe(true);
  await passes(3_000);
  expect(reach.serverReachable()).toBe(false);
});

test('a check that the line still answered when it was lost is repeated', async () => {
  page.dispatchEvent(new Event('offline'));
  await passes(0);
  expect(reach.serverReachable()).toBe(true);
  lost();
  await passes(3_000);
  expect(reach.serverReachable()).toBe(false);
});

test('a browser that wrongly reports a lost line checks every thirty seconds at most', async () => {
  page.dispatchEvent(new Event('offline'));
  await passes(600_000);
  expect(reach.serverReachable()).toBe(true);
  checks = 0;
  await passes(300_000);
  expect(checks).toBe(10);
  page.dispatchEvent(new Event('online'));
  await passes(30_000);
  checks = 0;
  await passes(300_000);
  expect(checks).toBe(0);
});

test('with a line nothing is checked until a request fails, and then until the server answers', async () => {
  await passes(300_000);
  expect(checks).toBe(0);
  lost();
  reach.reportServer(false);
  await passes(60_000);
  expect(reach.serverReachable()).toBe(false);
  server = async () => json();
  await passes(30_000);
  expect(reach.serverReachable()).toBe(true);
  checks = 0;
  await passes(300_000);
  expect(checks).toBe(0);
});
