import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { manyWomen } from '../support/many-women.ts';
import { expectWithin, slowedBy } from '../support/others-share.ts';
import { lasting, until } from '../support/passing-time.ts';
import { readAnswers, speak } from '../support/raw-http.ts';
import { remoteApi } from '../support/remote-api.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { readSheets } from '../support/spreadsheet.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const MANY = 20_000;
/** Longer than Fastify's own limit for closing (10 s). */
const AFTER_THE_SIGNAL_MS = 12_000;

/** The time before a user presses Ctrl-C again. */
const SECOND_SIGNAL_AFTER_MS = 2_000;

let dataDir: string;
let postgres: TestDatabase | undefined;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'libreta-shutdown-'));
  if (process.env.TEST_DATABASE === 'postgres') postgres = await createTestDatabase();
  server = await startServer({ dataDir, ...(postgres?.url ? { databaseUrl: postgres.url } : {}) });
  await server.stop();
  const database = postgres?.database ?? (await openDatabase({ dataDir }));
  await manyWomen(database, MANY);
  if (!postgres) await database.close();
});

afterAll(async () => {
  await server?.stop();
  await postgres?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function started(): Promise<void> {
  await server.restart();
  token = await remoteApi(server.url).signIn(server.admin);
}

/** Starts an export. */
async function open(path: string): Promise<IncomingMessage> {
  const [response] = await once(get(`${server.url}${path}`, { headers: { 'x-access-token': token } }), 'response');
  return response;
}

const isRefused = (url: string) =>
  fetch(`${url}/api/health/live`).then(
    () => false,
    () => true,
  );

async function whole(response: IncomingMessage, slowlyUntil = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk);
    if (performance.now() < slowlyUntil) await lasting(50, 'what a slow reader needs');
  }
  return Buffer.concat(chunks);
}

test('an export under way at the stop arrives completely while new requests are refused', async () => {
  await started();
  const file = await open('/api/mujer/exportar.xlsx');
  const list = await open('/api/mujer');
  const unused = speak(server.url, '');
  const waiting = speak(server.url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(waiting.answer).toContain('200 OK');
  const signalled = performance.now();
  const stopped = server.stop();
  const reading = whole(file, signalled + AFTER_THE_SIGNAL_MS);
  const readingList = whole(list, signalled + AFTER_THE_SIGNAL_MS);
  // Idle connections are closed at once, and new ones are refused.
  await Promise.all([unused.closed, waiting.closed]);
  expect(readAnswers(await speak(server.url, 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n').closed)).toEqual([]);
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow();
  const [sheet] = await readSheets(await reading);
  expect(sheet?.rows).toHaveLength(MANY + 1);
  expect(JSON.parse(String(await readingList))).toHaveLength(MANY);
  expect(performance.now() - signalled).toBeGreaterThan(AFTER_THE_SIGNAL_MS);
  expect(await stopped).toBe(0);
});

test('an idle server stops at once despite open browser connections', async () => {
  await started();
  const held = [speak(server.url, ''), speak(server.url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')];
  await expect.poll(() => held[1]?.answer()).toContain('200 OK');
  const slowed = await slowedBy();
  const signalled = performance.now();
  expect(await server.stop()).toBe(0);
  await expectWithin(SECOND_SIGNAL_AFTER_MS, performance.now() - signalled, 'the end', slowed);
  await Promise.all(held.map(({ closed }) => closed));
});

test('a second signal ends at once what the first one waits for', async () => {
  await started();
  const file = await open('/api/mujer/exportar.xlsx');
  file.on('error', () => {});
  const slowed = await slowedBy();
  const stopped = server.stop();
  // The first signal was handled: new connections are refused.
  await until(() => isRefused(server.url), 'the server stops');
  const signalled = performance.now();
  process.kill(server.pid, 'SIGTERM');
  expect(await stopped).toBe(1);
  await expectWithin(SECOND_SIGNAL_AFTER_MS, performance.now() - signalled, 'the end', slowed);
});
