import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { openDatabase } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { markAsNewer } from '../support/newer-version.ts';
import { until } from '../support/passing-time.ts';
import { refusedStart } from '../support/refused-start.ts';
import { remoteApi } from '../support/remote-api.ts';
import { prepareData, startServer } from '../support/server-process.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'libreta-startup-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refused = (env: Record<string, string>) => refusedStart({ DATA_DIR: join(folder, 'ours'), ...env });

/** A data directory with a migrated database without accounts. */
function prepared(name: string): string {
  const dataDir = join(folder, name);
  prepareData(dataDir);
  return dataDir;
}

// src/server/base/config.test.ts tests each wrong value.
test.each([
  [{ PORT: 'ochenta' }, /^Configuración no válida\. PORT: debe ser un número de puerto\.$/],
  [
    { PORT: '70000', SIGNUP: 'no' },
    /^Configuración no válida\. PORT: debe ser un número de puerto; SIGNUP: debe ser on o off\.$/,
  ],
  [
    { PASSWORDS: 'strict', ADMIN_PASSWORD: 'Password1' },
    /^Configuración no válida\. ADMIN_PASSWORD: Contraseña demasiado fácil de adivinar\.$/,
  ],
  [
    { PASSWORDS: 'strict', ADMIN_PASSWORD: 'Ab0602948179', ADMIN_CEDULA: '0602948179' },
    /^Configuración no válida\. ADMIN_PASSWORD: Contraseña demasiado fácil de adivinar\.$/,
  ],
  [
    { DATABASE_WAIT_SECONDS: '0', DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' },
    /^No se puede usar la base de datos de DATABASE_URL/,
  ],
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

test('a data directory that cannot be created stops the start at once', async () => {
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
});

test('a port in use stops the start with one clear line', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  const { code, lines } = await refused({ PORT: String(port), DATA_DIR: prepared('no-port') });
  holder.close();
  expect(code).toBe(1);
  expect(lines).toEqual([`El puerto ${port} ya está en uso. Elige otro con PORT.`]);
});

const NOTE = 'administrador-inicial.txt';
const GENERATED = { ADMIN_CEDULA: '', ADMIN_PASSWORD: '' };
/** Makes Node believe that its output is a terminal. */
const TERMINAL = { NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY%3Dtrue' };

/** Cedula and password from the note in the data directory. */
function readNote(dataDir: string) {
  const [, cedula = '', password = ''] =
    /^Cédula: (\d{10})\nContraseña: (\S+)$/m.exec(readFileSync(join(dataDir, NOTE), 'utf8')) ?? [];
  return { cedula, password };
}

test('the first start logs the file with the generated password and not the password', async () => {
  const dataDir = join(folder, 'first');
  const server = await startServer({ dataDir, fromNothing: true, env: GENERATED });
  const { cedula, password } = readNote(dataDir);
  expect(statSync(join(dataDir, NOTE)).mode & 0o777).toBe(0o600);
  expect(server.output()).toContain(`la cédula ${cedula} y la contraseña que está en ${join(dataDir, NOTE)}`);
  expect(server.output()).not.toContain(password);
  expect(await remoteApi(server.url).signIn({ cedula, password })).toMatch(/^ey/);
  const before = server.output().length;
  await server.restart();
  const later = server.output().slice(before);
  expect(later).not.toContain(password);
  expect(later.match(/sigue en .*administrador-inicial\.txt.* borra el archivo/g)).toHaveLength(1);
  rmSync(join(dataDir, NOTE));
  const reminded = server.output().length;
  await server.restart();
  expect(server.output().slice(reminded)).not.toContain(NOTE);
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(dataDir, 'libreta.lock'))).toBe(false);
});

test('a first start in a terminal prints cedula and generated password once, and they sign in', async () => {
  const dataDir = join(folder, 'terminal');
  const server = await startServer({ dataDir, env: { ...GENERATED, ...TERMINAL } });
  const [, cedula = '', password = ''] = /cédula (\d{10}) y la contraseña (\S+)\n/.exec(server.output()) ?? [];
  const before = server.output().length;
  expect(await remoteApi(server.url).signIn({ cedula, password })).toMatch(/^ey/);
  expect(existsSync(join(dataDir, NOTE))).toBe(false);
  await server.restart();
  expect(server.output().slice(before)).not.toContain(password);
  expect(await server.stop()).toBe(0);
});

test('a first start interrupted before or after the account locks nobody out', async () => {
  const dataDir = prepared('broken-off');
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  // The account exists, but its password was not announced.
  expect((await refused({ DATA_DIR: dataDir, PORT: String(port), ...GENERATED, ...TERMINAL })).code).toBe(1);
  holder.close();
  const made = readNote(dataDir);
  const server = await startServer({ dataDir, env: GENERATED });
  expect(server.output()).toContain(join(dataDir, NOTE));
  expect(await remoteApi(server.url).signIn(made)).toMatch(/^ey/);
  expect(await server.stop()).toBe(0);

  // A note without an account: the account gets the password of the note.
  const fresh = join(folder, 'note-first');
  mkdirSync(fresh, { mode: 0o700 });
  copyFileSync(join(dataDir, NOTE), join(fresh, NOTE));
  const again = await startServer({ dataDir: fresh, env: GENERATED });
  expect(await remoteApi(again.url).signIn(made)).toMatch(/^ey/);
  expect(await again.stop()).toBe(0);
});

test.each<[string, (path: string) => void]>([
  ['another file', (path) => writeFileSync(path, 'Lista de compras', { mode: 0o600 })],
  ['a link', (path) => symlinkSync(join(folder, 'elsewhere.txt'), path)],
])('%s in place of the note stops the first start and is not touched', async (what, put) => {
  const dataDir = prepared(`taken-${what.replaceAll(' ', '-')}`);
  put(join(dataDir, NOTE));
  const before = lstatSync(join(dataDir, NOTE));
  const { code, lines } = await refused({ DATA_DIR: dataDir, ...GENERATED });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^Ya existe .*administrador-inicial\.txt/)]);
  const after = lstatSync(join(dataDir, NOTE));
  expect([after.ino, after.mode, after.size, after.mtimeMs]).toEqual([
    before.ino,
    before.mode,
    before.size,
    before.mtimeMs,
  ]);
  expect(existsSync(join(folder, 'elsewhere.txt'))).toBe(false);
});

test('a damaged or hand-made secret in the data directory stops the start', async () => {
  const dataDir = join(folder, 'poor-secret');
  mkdirSync(dataDir, { mode: 0o700 });
  for (const secret of ['', 'abc', 'x'.repeat(64)]) {
    writeFileSync(join(dataDir, 'jwt-secret'), secret, { mode: 0o600 });
    const { code, lines } = await refused({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/jwt-secret está dañado\. Bórralo para generar otro\.$/)]);
  }
});

test('a second process on one data directory refuses to start, even after a crash or with the lock file removed', async () => {
  const dataDir = join(folder, 'shared');
  const lock = join(dataDir, 'libreta.lock');
  const server = await startServer({ dataDir });
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  const { code, lines } = await refused({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^Otro proceso \(pid \d+\) ya usa la base de datos/)]);
  await server.kill();
  expect(JSON.parse(readFileSync(lock, 'utf8')).pid).toBe(server.pid);
  await server.restart();
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);

  await server.restart();
  // The session survives a restart.
  expect((await call('GET', '/api/perfil', undefined, token)).status).toBe(200);

  // A removed lock file is written again, and a second process is still refused.
  rmSync(lock);
  await until(() => existsSync(lock), 'the directory is locked');
  expect(JSON.parse(readFileSync(lock, 'utf8')).pid).toBe(server.pid);
  expect((await refused({ DATA_DIR: dataDir })).code).toBe(1);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('an older program refuses a database of a newer version with one clear line', async () => {
  const dataDir = prepared('newer');
  const database = await openDatabase({ dataDir });
  await migrateDatabase(database);
  await markAsNewer(database.db);
  await database.close();
  const { code, lines } = await refused({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^La base de datos es de una versión más nueva de la Libreta/)]);
});

test('a server whose data directory another process took over ends at once', async () => {
  const dataDir = join(folder, 'taken');
  const server = await startServer({ dataDir });
  const lock = join(dataDir, 'libreta.lock');
  writeFileSync(lock, JSON.stringify({ pid: process.pid, host: 'another-machine', started: null }));
  await until(() => server.output().includes('Otro proceso tomó la base de datos'), 'the loss is reported');
  expect(await server.stop()).toBe(1);
});

test.runIf(existsSync('/proc/self/stat'))(
  'the lock of a dead process that its parent has not reaped is free',
  async () => {
    const dataDir = join(folder, 'zombie');
    mkdirSync(dataDir);
    // A parent that never reaps its child: the child waits until the shell has become another program.
    const child = "sh -c 'until grep -q sleep /proc/$PPID/comm; do :; done'";
    const parent = spawn('sh', ['-c', `${child} & echo $!; exec sleep 60`], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(String(printed));
      const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
      await until(() => stat()[2] === 'Z', 'the process has ended');
      const owner = { pid, host: hostname(), started: stat()[21] };
      writeFileSync(join(dataDir, 'libreta.lock'), JSON.stringify(owner));
      const server = await startServer({ dataDir });
      expect(await server.stop()).toBe(0);
    } finally {
      parent.kill();
    }
  },
);

/** Files and folders that accounts other than the owner may use. */
const accessibleToOthers = (path: string): string[] => [
  ...((statSync(path).mode & 0o077) === 0 ? [] : [path]),
  ...(statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => accessibleToOthers(join(path, name))) : []),
];

test('a data directory open to other accounts is made private at the start', async () => {
  const dataDir = join(folder, 'open');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const before = process.umask(0o022);
  const server = await startServer({ dataDir, fromNothing: true });
  process.umask(before);
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  expect((await call('POST', '/api/nino', RECORDS.nino.example, token)).status).toBe(201);
  expect(accessibleToOthers(dataDir)).toEqual([]);
  expect(await server.stop()).toBe(0);
  chmodSync(dataDir, 0o777);
  chmodSync(join(dataDir, 'jwt-secret'), 0o644);
  chmodSync(join(dataDir, 'pg/base'), 0o755);
  chmodSync(join(dataDir, 'pg/PG_VERSION'), 0o666);
  await server.restart();
  expect(accessibleToOthers(dataDir)).toEqual([]);
  expect(await server.stop()).toBe(0);
});

test('a data directory of another account stops the start with one clear line', async () => {
  const dataDir = process.getuid?.() === 0 ? join(folder, 'theirs') : '/usr';
  if (dataDir !== '/usr') {
    mkdirSync(dataDir);
    chownSync(dataDir, 65_534, 65_534);
  }
  const { code, lines } = await refused({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/pertenece a otra cuenta del sistema/)]);
});

test.runIf(existsSync('/dev/full'))(
  'a full disk under the log does not stop the server, and saves succeed',
  async () => {
    const server = await startServer({ log: '/dev/full' });
    const { call, signIn } = remoteApi(server.url);
    const token = await signIn(server.admin);
    const { body, status } = await call('POST', '/api/nino', RECORDS.nino.example, token);
    expect(status).toBe(201);
    // Warnings are written at once.
    expect((await call('GET', '/api/nino', undefined, 'nobody')).status).toBe(401);
    expect((await call('GET', `/api/nino/${body._id}`, undefined, token)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
);
