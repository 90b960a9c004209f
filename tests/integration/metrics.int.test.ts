import { once } from 'node:events';
import { request as ask } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn, PASSWORDS_AT_ONCE } from '#server/accounts/password-work.ts';
import type { Db } from '#server/db/connect.ts';
import { journal } from '#server/db/schema.ts';
import { foldFigures } from '#server/figures/fold-figures.ts';
import { sealAll } from '#server/journal/sealing.ts';
import { workOffChanges } from '#server/modules/measuring/work-off.ts';
import { createRecord, newCedula } from '../support/factories.ts';
import { manyWomen } from '../support/many-women.ts';
import { type MeasuredApi, startMeasuredApi } from '../support/measured-api.ts';
import { speak } from '../support/raw-http.ts';
import type { TestUser } from '../support/test-api.ts';

let api: MeasuredApi;
let supervisor: TestUser;
beforeAll(async () => {
  api = await startMeasuredApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());

const REQUESTS = 'libreta_http_request_duration_seconds';

/** Requests a path of the application and reads the whole answer. */
async function send(path: string, { method = 'GET', token = supervisor.token, body = undefined as unknown } = {}) {
  const answer = await fetch(`${api.url}${path}`, {
    method,
    headers: { ...(token && { 'x-access-token': token }), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const signIn = (cedula: string, password: string) =>
  send('/api/auth/signin', { method: 'POST', token: '', body: { cedula, password } });

/** The number of requests with these labels. */
const counted = async (labels: Record<string, string>) => (await api.ask()).value(`${REQUESTS}_count`, labels) ?? 0;

describe('requests', () => {
  it('are counted and timed by method, route and status', async () => {
    const { _id } = await createRecord(supervisor, 'nino');
    const labels = { method: 'GET', route: '/api/nino/:id', status: '200' };
    const before = await counted(labels);
    for (let turn = 0; turn < 3; turn += 1) expect(await send(`/api/nino/${_id}`)).toBe(200);
    expect(await send(`/api/nino/${_id}`, { token: '' })).toBe(401);
    expect(await send(`/api/nino/${crypto.randomUUID()}`)).toBe(404);
    await expect.poll(() => counted(labels)).toBe(before + 3);
    // A client has its answer before the answer is counted.
    for (const status of ['401', '404']) await expect.poll(() => counted({ ...labels, status })).toBe(1);
    const { value } = await api.ask();
    expect(value(`${REQUESTS}_bucket`, { ...labels, le: '+Inf' })).toBe(before + 3);
    expect(value(`${REQUESTS}_sum`, labels)).toBeGreaterThan(0);
  });

  it('without a route create no labels from their paths, however many', async () => {
    const seriesOf = async () => (await api.ask()).samples.filter(({ name }) => name === `${REQUESTS}_count`);
    await send('/api/inventada/0');
    const earlier = await seriesOf();
    for (let turn = 1; turn <= 40; turn += 1) {
      await send(`/api/inventada/${turn}?cedula=${newCedula()}`);
      await send(`/inventada-${turn}`, { token: '' });
    }
    expect(await send(`/api/nino/${'x'.repeat(5_000)}`)).toBe(404);
    // Undecodable addresses and unknown methods reach no hook.
    for (const line of ['GET /api/%E0%A4%A HTTP/1.1', 'PROPFIND /inventada HTTP/1.1'])
      await speak(api.url, `${line}\r\nHost: libreta\r\nConnection: close\r\n\r\n`).closed;
    await expect.poll(() => counted({ method: 'other', route: 'none' })).toBe(1);
    const later = await seriesOf();
    const made = later.filter(
      ({ labels }) => !earlier.some((one) => JSON.stringify(one.labels) === JSON.stringify(labels)),
    );
    expect(made.map(({ labels }) => labels.route).sort()).toEqual(
      ['none', '/api/nino/:id'].slice(0, made.length).sort(),
    );
    expect(await counted({ method: 'GET', route: 'none', status: '404' })).toBeGreaterThanOrEqual(82);
    for (const { labels } of later) expect(labels.route).toMatch(/^(none|\*|\/[a-z:*/.-]*)$/i);
  });

  it('whose client disconnected are counted as aborted', async () => {
    const before = await counted({ status: '499' });
    const headers = {
      'x-access-token': supervisor.token ?? '',
      'content-type': 'application/json',
      'content-length': 100,
    };
    const arrived = once(api.app.server, 'request');
    const leaving = ask(`${api.url}/api/nino`, { method: 'POST', headers });
    leaving.on('error', () => {});
    leaving.write('{');
    await arrived;
    leaving.destroy();
    await expect.poll(() => counted({ status: '499' })).toBe(before + 1);
    expect((await api.ask()).value(`${REQUESTS}_count`, { route: '/api/nino', status: '499' })).toBe(1);
  });
});

it('refused sign-ins are counted by reason from the start', async () => {
  const { samples } = await api.ask();
  const reasons = samples.filter(({ name }) => name === 'libreta_sign_ins_refused_total');
  expect(reasons.map(({ labels: { reason } }) => reason)).toEqual(['password', 'code', 'system', 'held back']);
  const refused = async (reason: string) => (await api.ask()).value('libreta_sign_ins_refused_total', { reason });
  const before = (await refused('password')) ?? 0;
  const { cedula } = await api.user('ROLE_USUARIO');
  const statuses = [];
  for (let turn = 0; turn < 12; turn += 1) statuses.push(await signIn(cedula, 'Equivocada1'));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(await refused('password')).toBe(before + 10);
  expect(await refused('held back')).toBe(2);
});

it('the number of passwords waiting for their turn is measured', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const all = Array.from({ length: PASSWORDS_AT_ONCE + 2 }, () => inTurn(() => held));
  await expect.poll(async () => (await api.ask()).value('libreta_password_turns_waiting')).toBe(2);
  release();
  await Promise.all(all);
  expect((await api.ask()).value('libreta_password_turns_waiting')).toBe(0);
});

it('exports are under way until their last byte is sent', async () => {
  const underWay = async () => (await api.ask()).value('libreta_exports_under_way');
  // More than the buffers of a client that does not read.
  await manyWomen(api.database, 20_000);
  expect(await underWay()).toBe(0);
  const headers = { 'x-access-token': supervisor.token ?? '' };
  const [leaving] = await once(ask(`${api.url}/api/mujer/exportar.csv`, { headers }).end(), 'response');
  leaving.on('error', () => {});
  expect(await underWay()).toBe(1);
  leaving.destroy();
  await expect.poll(underWay).toBe(0);
  const [answer] = await once(ask(`${api.url}/api/nino/exportar.csv`, { headers }).end(), 'response');
  answer.resume();
  await once(answer, 'end');
  await expect.poll(underWay).toBe(0);
  expect(await send('/api/nino/exportar.csv', { token: '' })).toBe(401);
  expect(await underWay()).toBe(0);
});

describe('the backlog', () => {
  it.each([
    ['figure_changes', 'nino', (db: Db) => foldFigures(db)],
    ['measuring_changes', 'control', (db: Db) => workOffChanges(db)],
  ] as const)('of %s is measured, with the age of the oldest', async (name, kind, workOff) => {
    const change = () => createRecord(supervisor, kind);
    const waiting = async () => {
      const { value } = await api.ask();
      return [value(`libreta_${name}_waiting`), value(`libreta_${name}_oldest_seconds`)] as const;
    };
    const count = async () => (await waiting())[0];
    await workOff(api.database.db);
    // Polled, because a figure that the database does not give in time is left out.
    await expect.poll(waiting).toEqual([0, 0]);
    await change();
    await expect.poll(count).toBeGreaterThan(0);
    const first = (await count()) ?? 0;
    await change();
    await expect.poll(count).toBeGreaterThan(first);
    await expect.poll(async () => (await waiting())[1]).toBeGreaterThanOrEqual(0.25);
    await workOff(api.database.db);
    await expect.poll(waiting).toEqual([0, 0]);
  });

  it('of unsealed journal entries is measured, with their age', async () => {
    const unsealed = async () => {
      const { value } = await api.ask();
      return [value('libreta_journal_entries_unsealed'), value('libreta_journal_unsealed_oldest_seconds')] as const;
    };
    const sealed = async () => {
      // Delayed entries may have been written just now.
      await sealAll(api.database.db);
      return unsealed();
    };
    await expect.poll(sealed).toEqual([0, 0]);
    await createRecord(supervisor, 'nino');
    await expect.poll(async () => (await unsealed())[0]).toBeGreaterThan(0);
    await expect.poll(async () => (await unsealed())[1]).toBeGreaterThanOrEqual(0.15);
    await expect.poll(sealed).toEqual([0, 0]);
  });

  it('of unwritten journal entries is measured', async () => {
    const unwritten = async () => {
      const { value } = await api.ask();
      return [value('libreta_journal_entries_unwritten'), value('libreta_journal_unwritten_oldest_seconds')] as const;
    };
    await api.app.journalWritten();
    expect(await unwritten()).toEqual([0, 0]);
    const entry = { action: 'rechazar', kind: 'sesion', at: performance.now() - 5_000 } as const;
    // Locked, because they would be written half a second later.
    await api.database.db.transaction(async (inside) => {
      await inside.execute(sql`lock table ${journal} in exclusive mode`);
      for (let turn = 0; turn < 3; turn += 1) api.app.noteSoon({ id: null, origin: null }, entry);
      const [count, age] = await unwritten();
      expect(count).toBe(3);
      expect(age).toBeGreaterThanOrEqual(5);
    });
    await api.app.journalWritten();
    expect(await unwritten()).toEqual([0, 0]);
    expect((await api.ask()).value('libreta_journal_entries_lost_total')).toBe(0);
  });
});

it('process and database are measured', async () => {
  const { value, type, status } = await api.ask();
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
  ])
    expect(value(name), name).toBeGreaterThan(0);
  const answers = async () => (await api.ask()).value('libreta_database_answers', { database: 'main' });
  await expect.poll(answers).toBe(1);
  const connections = (state: string) => value('libreta_database_connections', { database: 'main', state });
  const states = ['total', 'idle', 'waiting'].map(connections);
  if (api.database.kind === 'postgres') {
    await expect.poll(async () => (await api.ask()).value('libreta_database_size_bytes')).toBeGreaterThan(1_000_000);
    expect(states[0]).toBeGreaterThan(0);
    expect(states[1]).toBeLessThanOrEqual(states[0] as number);
    expect(states[2]).toBe(0);
    expect(value('libreta_database_connections_limit')).toBe(20);
  } else expect(states).toEqual([undefined, undefined, undefined]);
});

it('the metrics contain no personal data and no id', async () => {
  const { _id } = await createRecord(supervisor, 'mujer');
  await send(`/api/mujer/${_id}`);
  await send(`/api/mujer?q=${supervisor.cedula}`);
  await signIn(supervisor.cedula, supervisor.password);
  const { text, samples } = await api.ask();
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@/);
  for (const secret of [supervisor.cedula, _id, supervisor.id]) expect(text).not.toContain(secret);
  for (const { labels } of samples) for (const value of Object.values(labels)) expect(value).not.toMatch(/\d{6}/);
});

describe('the port of the metrics', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/api/nino'],
    ['GET', '/metricsx'],
    ['POST', '/metrics'],
  ])('serves nothing else: %s %s', async (method, path) => {
    const answer = await fetch(`${api.metricsUrl}${path}`, { method });
    expect([answer.status, await answer.text()]).toEqual([404, 'Las métricas están en /metrics.\n']);
  });

  it('is separate: the application’s port serves no metrics', async () => {
    expect(await send('/metrics', { token: '' })).toBe(404);
  });

  it('answers simultaneous requests and cuts off a slow client', async () => {
    const slow = speak(api.metricsUrl, 'GET /metrics HTTP/1.1\r\n', { text: 'X-A: 1\r\n', everyMs: 500 });
    const all = await Promise.all(Array.from({ length: 20 }, api.ask));
    for (const { status } of all) expect(status).toBe(200);
    await slow.closed;
  });
});
