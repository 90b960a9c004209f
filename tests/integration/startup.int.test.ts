import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { remoteApi } from '../support/remote-api.ts';
import { startServer } from '../support/server-process.ts';

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.js');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'libreta-startup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built server with an environment that it should refuse. */
async function refused(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const port = String(await freePort());
  const child = spawn(process.execPath, [MAIN], {
    env: { ...inherited, LOG_LEVEL: 'silent', PORT: port, DATA_DIR: join(folder, 'ours'), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'exit');
  return { code, lines: output.trim().split('\n') };
}

test.each([
  [{ PORT: 'ochenta' }, /^Configuración no válida\. PORT: /],
  [{ PORT: '70000' }, /^Configuración no válida\. PORT: /],
  [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL: debe empezar con postgres:\/\//],
  [{ DATABASE_REPLICA_URL: 'replica:5432' }, /DATABASE_REPLICA_URL: debe empezar con postgres:\/\//],
  [{ ADMIN_CEDULA: '123' }, /ADMIN_CEDULA: Cédula requerida/],
  [{ ADMIN_PASSWORD: 'corta' }, /ADMIN_PASSWORD: Contraseña debe tener/],
  [{ ADMIN_PASSWORD: 'weak' }, /^[^;]*ADMIN_PASSWORD: [^;]*$/],
  [{ LOG_LEVEL: 'mucho' }, /LOG_LEVEL: /],
  [{ HEMOGLOBIN_TABLE: '2019' }, /HEMOGLOBIN_TABLE: debe ser 2011 o 2024/],
  [{ SIGNUP_LIMIT_ADDRESS: '0' }, /SIGNUP_LIMIT_ADDRESS: debe ser un número entero, de 1 a 999999/],
  [{ SIGNUP_LIMIT_TOTAL: 'mil' }, /SIGNUP_LIMIT_TOTAL: debe ser un número entero, de 1 a 999999/],
  [{ TRUST_PROXY: 'foo' }, /TRUST_PROXY: debe ser loopback/],
  [{ TRUST_PROXY: '10.0.0.0/40' }, /TRUST_PROXY: debe ser loopback/],
  [{ JWT_SECRET: 'a' }, /JWT_SECRET: debe tener al menos 16 caracteres/],
  [{ DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' }, /^No se puede usar la base de datos de DATABASE_URL/],
])('a wrong variable stops the start with one clear line: %j', async (env, line) => {
  const { code, lines } = await refused(env as Record<string, string>);
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
});

test('a data directory that cannot be written stops the start with one clear line', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const { code, lines } = await refused({ DATA_DIR: join(file, 'below') });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^No se puede escribir en DATA_DIR/)]);
});

test('a data directory where no folder can be made is told at once', async () => {
  const { code, lines } = await refused({ DATA_DIR: '/proc/libreta' });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^No se puede escribir en DATA_DIR/)]);
});

test('the lock of another machine holds as long as it is renewed', async () => {
  const dataDir = join(folder, 'elsewhere');
  mkdirSync(dataDir);
  const path = join(dataDir, 'libreta.lock');
  writeFileSync(path, JSON.stringify({ pid: 1, host: 'another-machine', started: null }));
  const { code, lines } = await refused({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^Otro proceso/)]);
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(path, longAgo, longAgo);
  const server = await startServer({ dataDir });
  expect(await server.stop()).toBe(0);
}, 60_000);

test('a taken port stops the start with one clear line', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  const { code, lines } = await refused({ PORT: String(port) });
  holder.close();
  expect(code).toBe(1);
  expect(lines).toEqual([`El puerto ${port} ya está en uso. Elige otro con PORT.`]);
}, 30_000);

test('the first start prints cedula and generated password once, and both sign in', async () => {
  const dataDir = join(folder, 'first');
  const server = await startServer({ dataDir, env: { ADMIN_CEDULA: '', ADMIN_PASSWORD: '' } });
  const [, cedula = '', password = ''] = /cédula (\d{10}) y la contraseña (\S+)/.exec(server.output()) ?? [];
  const before = server.output().length;
  expect(await remoteApi(server.url).signIn({ cedula, password })).toMatch(/^ey/);
  await server.restart();
  expect(server.output().slice(before)).not.toContain(password);
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(dataDir, 'libreta.lock'))).toBe(false);
}, 60_000);

test('a second process on the same data directory refuses to start, and a lock left by a crash does not', async () => {
  const dataDir = join(folder, 'shared');
  const server = await startServer({ dataDir });
  const { code, lines } = await refused({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^Otro proceso \(pid \d+\) ya usa la base de datos/)]);
  await server.kill();
  expect(JSON.parse(readFileSync(join(dataDir, 'libreta.lock'), 'utf8')).pid).toBe(server.pid);
  await server.restart();
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
}, 60_000);

test('the session outlives a restart', async () => {
  const server = await startServer();
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  await server.restart();
  expect((await call('GET', '/api/perfil', undefined, token)).status).toBe(200);
  await server.stop();
}, 60_000);
