import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { watchDiskSpace } from '#server/db/disk-space.ts';
import { buildApp } from '#server/start/app.ts';
import { type Answer, ApiClient } from '../support/api-client.ts';
import { createRecord } from '../support/factories.ts';
import { sendFile, womanFile } from '../support/imports.ts';
import { remoteApi } from '../support/remote-api.ts';
import { startServer } from '../support/server-process.ts';
import { smallDisk } from '../support/small-disk.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const MB = 1024 * 1024;
const RESERVE_MB = 64;
const NO_SPACE = { message: ERRORS.noSpace.message };

describe('the disk watch', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'libreta-watch-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const pieces = () => readdirSync(join(dataDir, 'reserva')).length;

  test('reserves space, releases it piece by piece, and reserves it again when there is room', () => {
    let free = 500 * MB;
    const disk = watchDiskSpace({ dataDir, reserve: RESERVE_MB * MB, freeBytes: () => free });
    expect([disk.room(), pieces()]).toEqual(['enough', 3]);
    free = RESERVE_MB * MB - 1;
    expect(disk.room()).toBe('low');
    free = 0;
    expect([disk.give(), disk.room(), pieces()]).toEqual([true, 'out', 2]);
    expect([disk.give(), disk.give(), disk.give(), pieces()]).toEqual([true, true, false, 0]);
    free = 500 * MB;
    expect([disk.room(), pieces()]).toEqual(['enough', 3]);
  });

  test('refuses to start without room', () => {
    const begin = () => watchDiskSpace({ dataDir, reserve: RESERVE_MB * MB, freeBytes: () => 100 * MB });
    expect(begin).toThrow(/^No queda espacio en el disco de DATA_DIR .*: libera al menos 128 MB para iniciar\.$/);
  });
});

describe('without disk space', () => {
  let api: TestApi;
  let room: 'enough' | 'low' | 'out' = 'enough';
  let admin: ApiClient;
  let anonymous: ApiClient;
  beforeAll(async () => {
    api = await startTestApi();
    const app = await buildApp({ database: { ...api.database, room: () => room }, secret: SECRET });
    admin = new ApiClient(app, api.admin.token);
    anonymous = new ApiClient(app);
  });
  afterAll(() => api.close());

  test('writes are refused with 507 while reading, evaluating and signing in work', async () => {
    const { _id } = await createRecord(api.admin, 'nino');
    const { cedula, password } = await api.user('ROLE_BRIGADA');
    const writes: (() => Promise<Answer>)[] = [
      () => admin.post('/api/nino', { ...RECORDS.nino.example, cedula: '77' }),
      () => admin.put(`/api/nino/${_id}`, { ...RECORDS.nino.example, cedula: '78' }),
      () => admin.post('/api/establecimiento', { nombre: 'Otro' }),
      () => admin.put('/api/altitudes/AZUAY/CUENCA', { altitud: 2550 }),
      () => sendFile(admin, 'mujer', womanFile()),
      () => admin.delete(`/api/nino/${_id}`),
    ];
    const queued = (await sendFile(api.admin, 'mujer', womanFile())).body._id;
    for (const state of ['low', 'out'] as const) {
      room = state;
      for (const write of writes) expect(await write()).toMatchObject({ status: 507, body: NO_SPACE });
      expect((await admin.get(`/api/nino/${_id}`)).status).toBe(200);
      expect((await admin.get('/api/control/reporte')).status).toBe(200);
      const growth = { sexo: 'FEMENINO', edadDias: 365, peso: 8.5 };
      expect((await admin.post('/api/crecimiento/evaluar', growth)).status).toBe(200);
      expect((await anonymous.get('/api/health')).body).toEqual({ status: 'noSpace', ...NO_SPACE });
      expect((await anonymous.get('/api/health/live')).body).toEqual({ status: 'ok' });
      // An import that waits for space can be stopped, as long as there is room for a little.
      const stopped = await admin.post(`/api/importaciones/${queued}/parar`);
      expect(stopped.status).toBe(state === 'low' ? 200 : 507);
      const signin = await anonymous.post('/api/auth/signin', { cedula, password });
      expect(signin.status).toBe(state === 'low' ? 200 : 507);
    }
    room = 'enough';
    for (const write of writes) expect((await write()).status).toBeLessThan(300);
    expect((await anonymous.get('/api/health')).body).toEqual({ status: 'ok' });
  });
});

test('when the disk fills up between check and write, the log continues in the reserved space', async () => {
  const disk = await smallDisk(300);
  const dataDir = join(disk.path, 'datos');
  // The check before a write never finds too little space.
  const server = await startServer({ dataDir, env: { DISK_RESERVE_MB: '0' } });
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  const pieces = () => readdirSync(join(dataDir, 'reserva')).length;
  const saved: string[] = [];
  const saveMany = async (round: number) => {
    const lineas = Array.from({ length: 1_500 }, (_, line) => `CENTRO ${round} ${line} ${'ñ'.repeat(180)}`);
    const { status } = await call('POST', '/api/establecimiento/varios', { lineas }, token);
    if (status === 200) saved.push(...lineas);
    return status;
  };
  try {
    disk.fill(12);
    expect(pieces()).toBe(3);
    const statuses = [];
    for (let round = 0; round < 40 && pieces() === 3; round += 1) {
      statuses.push(await saveMany(round));
      // Tables may fail to grow, but the log must not.
      disk.fill(statuses.at(-1) === 507 ? 12 : 6);
    }
    expect(pieces()).toBeLessThan(3);
    expect(statuses).toContain(200);
    disk.fill(0);
    expect(await saveMany(100)).toBe(507);
    expect((await call('GET', '/api/health')).body.status).toBe('noSpace');
    disk.empty();
    expect(await saveMany(101)).toBe(200);
    expect(pieces()).toBe(3);
    const { body } = await call('GET', '/api/establecimiento', undefined, token);
    const names = new Set((body as { nombre: string }[]).map(({ nombre }) => nombre));
    expect(saved.filter((name) => !names.has(name))).toEqual([]);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
    disk.remove();
  }
});
