import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { PASSPHRASE } from '../support/copies.ts';
import { newCedula } from '../support/factories.ts';
import { remoteApi } from '../support/remote-api.ts';
import { runProgram } from '../support/run-command.ts';
import { startServer } from '../support/server-process.ts';

/** The release made by `npm run release`; otherwise the test makes one from what is built and installed here. */
const RELEASE_FOLDER = process.env.RELEASE_FOLDER;

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  hashes?: { alg: string; content: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'libreta-released-'));
const releases = RELEASE_FOLDER ?? join(folder, 'release');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const name = `libreta-${version}`;
const archive = join(releases, `${name}.tar.gz`);
const unpacked = join(folder, name);
const dataDir = join(folder, 'datos');
/** A PATH with Node only. */
const bare = join(folder, 'bin');

const filesBelow = (at: string) =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1));

const making = (into: string) => ['scripts/release.mjs', '--instalado', into];
const make = (into: string, ...more: string[]) => execFileSync(process.execPath, [...making(into), ...more]);

beforeAll(() => {
  if (!RELEASE_FOLDER) make(releases);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  mkdirSync(bare);
  symlinkSync(process.execPath, join(bare, 'node'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = join(unpacked, 'scripts/start.mjs');
const env = { PATH: bare, LOG_LEVEL: 'warn', BACKUP_PASSPHRASE: PASSPHRASE };
const run = (command: string, args: string[], more: Record<string, string> = { DATA_DIR: dataDir }) =>
  runProgram(start, [command, ...args], { ...env, ...more }).ended;

const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const bill = () =>
  readJson<{ components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] }>(
    join(releases, `${name}.cdx.json`),
  );
const installed = () =>
  filesBelow(join(unpacked, 'node_modules'))
    .filter((file) => /^(.*node_modules\/)?(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => readJson<{ name: string; version: string }>(join(unpacked, 'node_modules', file)));
const named = ({ name: of, version: at }: { name: string; version: string }) => `${of}@${at}`;

test('a release also contains page chunks of the previous version, taken from its archive', () => {
  const old = join(folder, 'antes', `${name}-antes`);
  const assets = join(old, 'dist/web/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(assets, 'lists-AAAAAAAA.js'), 'export {};');
  writeFileSync(join(assets, 'older-BBBBBBBB.js'), 'export {};');
  // The instant since when this file is no longer built; no open page can still need it.
  writeFileSync(join(old, 'dist/web/earlier.json'), JSON.stringify({ 'older-BBBBBBBB.js': 0 }));
  const before = join(folder, 'antes.tar.gz');
  execFileSync('tar', ['-czf', before, '-C', join(folder, 'antes'), `${name}-antes`]);
  const after = join(folder, 'after');
  make(after, '--anterior', before);
  const files = execFileSync('tar', ['-tzf', join(after, `${name}.tar.gz`)], { encoding: 'utf8' });
  expect(files).toContain('dist/web/assets/lists-AAAAAAAA.js');
  expect(files).toContain('dist/web/earlier.json');
  expect(files).not.toContain('older-BBBBBBBB.js');
  expect(execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' })).not.toContain('earlier.json');
});

test('an archive that is missing or not a release is refused with one sentence', () => {
  const other = join(folder, 'other.tar.gz');
  execFileSync('tar', ['-czf', other, 'package.json']);
  for (const [given, sentence] of [
    [other, 'no es una versión de la Libreta'],
    [join(folder, 'missing.tar.gz'), 'No existe'],
    ['package.json', 'no se puede leer'],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [...making(join(folder, 'refused')), '--anterior', given], {
      encoding: 'utf8',
    });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).not.toBe(0);
  }
});

test('the release folder loses only files of earlier releases, and keeps the previous archive', () => {
  const here = join(folder, 'here');
  mkdirSync(here);
  for (const file of ['tesis.txt', 'libreta-0.0.9.tar.gz', 'libreta-0.0.9.cdx.json'])
    writeFileSync(join(here, file), file);
  make(here);
  expect(readdirSync(here).sort()).toEqual(
    [`${name}.cdx.json`, `${name}.tar.gz`, 'SHA256SUMS', 'anterior', 'tesis.txt'].sort(),
  );
  expect(readFileSync(join(here, 'anterior/libreta-0.0.9.tar.gz'), 'utf8')).toBe('libreta-0.0.9.tar.gz');
});

test('every page linked from the pages of the release is in it', () => {
  const pages = filesBelow(unpacked).filter((file) => file.endsWith('.md') && !file.startsWith('node_modules/'));
  expect(pages).toContain('docs/operations.md');
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(unpacked, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, to = '']) => join(page, '..', to))
      .filter((to) => !existsSync(join(unpacked, to)))
      .map((to) => `${page}: ${to}`),
  );
  expect(dead).toEqual([]);
});

test('the checksums cover the archive and the bill of materials only', () => {
  const check = (at: string) => spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at }).status;
  expect(check(releases)).toBe(0);
  const changed = join(folder, 'changed');
  cpSync(releases, changed, { recursive: true });
  appendFileSync(join(changed, `${name}.tar.gz`), 'x');
  expect(check(changed)).not.toBe(0);
});

test.skipIf(RELEASE_FOLDER)('equal sources produce equal bytes', () => {
  const again = join(folder, 'again');
  make(again);
  expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(readFileSync(join(releases, 'SHA256SUMS'), 'utf8'));
});

test('the archive is one folder of plain files without owner, sources, tools or build paths', () => {
  const lines = execFileSync('tar', ['--numeric-owner', '-tvzf', archive], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n');
  for (const line of lines) expect(line).toMatch(new RegExp(`^-rw-r--r-- 0/0 .* ${name}/(?!\\.\\./|.*/\\.\\./)`));
  expect(readdirSync(unpacked).sort()).toEqual([
    'README.md',
    'deploy',
    'dist',
    'docs',
    'node_modules',
    'package-lock.json',
    'package.json',
    'scripts',
  ]);
  const { packages: locked } = readJson<{ packages: Record<string, { dev?: boolean }> }>('package-lock.json');
  const tools = Object.keys(locked).flatMap((path) => (locked[path]?.dev ? [path.slice('node_modules/'.length)] : []));
  const packages = installed().map((one) => one.name);
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter((one) => tools.includes(one))).toEqual([]);
  for (const file of ['package.json', 'package-lock.json'])
    expect(readFileSync(join(unpacked, file), 'utf8')).not.toMatch(/resolved|devDependencies|vitest/);
  expect(readdirSync(join(unpacked, 'node_modules')).filter((one) => one.startsWith('.'))).toEqual([]);
  const machines = ['x64-gnu', 'x64-musl', 'arm64-gnu', 'arm64-musl'];
  if (RELEASE_FOLDER)
    expect(packages).toEqual(expect.arrayContaining(machines.map((one) => `@node-rs/argon2-linux-${one}`)));
});

test('the bill of materials lists every component, installed or bundled, with its hash, and no other', () => {
  const { components, dependencies } = bill();
  const listed = components.map(named);
  const there = installed().map(named);
  expect(there.filter((one) => !listed.includes(one))).toEqual([]);
  const { dependencies: declared } = readJson<{ dependencies: Record<string, string> }>(join(unpacked, 'package.json'));
  for (const direct of Object.keys(declared)) expect(existsSync(join(unpacked, 'node_modules', direct))).toBe(true);
  const builtIn = listed.filter((one) => !there.includes(one)).map((one) => one.replace(/@[^@]*$/, ''));
  expect(builtIn).toEqual(expect.arrayContaining(['react', 'react-dom', '@mantine/core', 'jspdf']));
  expect(builtIn.filter((one) => /^(vite|vitest|typescript|tsx|knip|lighthouse|@playwright\/test)$/.test(one))).toEqual(
    [],
  );
  expect(builtIn.length).toBeLessThan(60);
  for (const { hashes } of components)
    expect(hashes?.[0]).toMatchObject({ alg: 'SHA-512', content: /^[0-9a-f]{128}$/ });
  const refs = components.map((one) => one['bom-ref']);
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
  expect(JSON.stringify(bill())).not.toMatch(/"distribution"|\/tmp\//);
});

test.each([
  ['main', {}],
  ['main', { DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' }],
  ['audit-verify', {}],
])('%s of a release with %j starts outside the release folder', async (command, more) => {
  const { code, lines } = await run(command, [], { DATA_DIR: '', DATABASE_URL: '', JWT_SECRET: '', ...more });
  expect(lines).toEqual([expect.stringMatching(/^Falta DATA_DIR: una carpeta para los datos fuera/)]);
  expect(code).toBe(1);
  expect(existsSync(join(unpacked, 'data'))).toBe(false);
});

test('every documented command exists', () => {
  const { scripts } = readJson<{ scripts: Record<string, string> }>(join(unpacked, 'package.json'));
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(['start', 'backup', 'restore', 'move', 'account:unlock']),
  );
  for (const command of Object.values(scripts)) {
    const [, entry = 'main'] = /scripts\/start\.mjs ?([\w-]+)?/.exec(command) ?? [];
    expect(existsSync(join(unpacked, 'dist/server', `${entry}.js`))).toBe(true);
  }
});

test('with Node alone the release starts, serves, saves and is backed up', async () => {
  const before = filesBelow(unpacked);
  const server = await startServer({ dataDir, fromNothing: true, program: start, env });
  const api = remoteApi(server.url);
  const token = await api.signIn(server.admin);
  const _id = crypto.randomUUID();
  const child = { ...RECORDS.nino.example, _id, cedula: newCedula() };
  expect((await api.call('POST', '/api/nino', child, token)).status).toBe(201);
  const page = await (await fetch(server.url)).text();
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect(await (await fetch(`${server.url}${script}`)).text()).toContain('import');
  expect((await api.call('GET', '/api/docs/json')).body).toMatchObject({ openapi: expect.any(String) });

  const copy = join(folder, 'copia.age');
  const lastLine = async (command: string, ...args: string[]) => (await run(command, args)).lines.at(-1);
  expect(await lastLine('backup', copy)).toMatch(/^Copia guardada en /);
  expect(await server.stop()).toBe(0);

  expect(await lastLine('audit-verify')).toMatch(/^La auditoría está íntegra: [1-9]/);
  expect(await lastLine('move')).toMatch(/La carpeta queda como estaba\.$/);
  expect(filesBelow(unpacked)).toEqual(before);
});
