import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longestOwnPause } from '../../../../../tests/support/event-loop.ts';
import { expectWithin } from '../../../../../tests/support/others-share.ts';
import { inTime, until } from '../../../../../tests/support/passing-time.ts';
import { childrenOf } from '../../../../../tests/support/processes.ts';
import { bombOf, fixture, readFile, xlsxOf, xlsxParts, zipWithBomb } from '../../../../../tests/support/sheet-files.ts';
import type { SheetPart } from './read-sheet.ts';
import { readInProcess } from './reader.ts';

const PIECE_BYTES = 512 * 1024;

async function* piecesOf(data: Uint8Array) {
  for (let from = 0; from < data.length; from += PIECE_BYTES) yield data.subarray(from, from + PIECE_BYTES);
}

const reading = (data: Uint8Array, { signal = new AbortController().signal, size = data.length } = {}) =>
  readInProcess(piecesOf(data), { tipo: 'nino', archivo: 'niños', earlier: [], size }, signal);

async function readAll(parts: AsyncIterable<SheetPart>): Promise<SheetPart[]> {
  const all: SheetPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const manyRows = (rows: number) =>
  xlsxOf([['Cédula', 'Nombres'], ...Array.from({ length: rows }, (_, at) => [1_000_000_000 + at, `Niña ${at}`])]);

it('a process of its own reads what is read here', async () => {
  for (const name of ['ninos.xlsx', 'utf8-coma.csv']) {
    const parts = await readAll(reading(fixture(name)));
    const filas = parts.flatMap((part) => ('rows' in part ? JSON.parse(part.rows.json) : []));
    const here = await readFile(fixture(name), { archivo: 'niños' });
    expect(filas, name).toEqual(here.filas);
    expect(parts.at(-1), name).toMatchObject({ end: { filas: 3, avisos: here.avisos } });
  }
});

it('the sentence of a file that is refused arrives', async () => {
  await expect(readAll(reading(fixture('contrasena.xlsx')))).rejects.toThrow(
    'El archivo tiene contraseña. Quítasela en Excel y súbelo otra vez.',
  );
  await expect(readAll(reading(fixture('ninos.xlsx'), { size: 1_000_000 }))).rejects.toThrow(
    'El archivo está dañado o incompleto. Ábrelo, guárdalo de nuevo y súbelo otra vez.',
  );
});

it('the server goes on answering while a large file, or one that grows, is read', async () => {
  const parts = xlsxParts([{ name: 'H', rows: '' }]);
  const bomb = bombOf('<sst>', `<si><t>${'a'.repeat(4_000)}</t></si>`.repeat(250), 1_000, '</sst>');
  const { 'xl/sharedStrings.xml': _, ...others } = parts;
  for (const file of [manyRows(10_000), zipWithBomb(others, 'xl/sharedStrings.xml', bomb)]) {
    const pause = await longestOwnPause(() => readAll(reading(file)).catch(() => []));
    await expectWithin(1_000, pause, 'the longest pause of the server');
  }
});

it('a reading that is abandoned or stopped ends its process', async () => {
  const before = childrenOf(process.pid);
  const others = () => childrenOf(process.pid).filter((pid) => !before.includes(pid));
  for await (const _ of reading(manyRows(2_000))) break;
  await until(() => others().length === 0, 'the process of the abandoned reading ended');
  const stop = new AbortController();
  const stopped = readAll(reading(manyRows(2_000), { signal: stop.signal }));
  stop.abort(new Error('the server stops'));
  await expect(stopped).rejects.toThrow('the server stops');
  await until(() => others().length === 0, 'the process of the stopped reading ended');
});

it.runIf(process.platform === 'linux')('the process that reads gets no secret of the server', async () => {
  const before = childrenOf(process.pid);
  process.env.DATABASE_URL = 'postgres://libreta:secreto-de-la-base@localhost/libreta';
  process.env.OTRO_SECRETO = 'otro-secreto';
  try {
    const parts = reading(manyRows(2_000));
    await parts.next();
    const [child] = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    const names = readFileSync(`/proc/${child}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((one) => one.split('=')[0]);
    await parts.return(undefined);
    expect(names).toContain('NODE_CHANNEL_FD');
    expect(names.filter((name) => name !== 'TMPDIR' && !name?.startsWith('NODE_CHANNEL_'))).toEqual([]);
  } finally {
    delete process.env.DATABASE_URL;
    delete process.env.OTRO_SECRETO;
  }
});

it('a server that is killed takes the process that reads with it, and no file is left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectura-'));
  const reader = new URL('./reader.ts', import.meta.url).href;
  const program = `
    const { readInProcess } = await import(${JSON.stringify(reader)});
    async function* pieces() {
      yield Buffer.from('Cédula,Nombres\\n');
      console.log('The second piece is asked for.');
      await new Promise(() => {});
    }
    const request = { tipo: 'nino', archivo: 'niños', earlier: [], size: 100 };
    for await (const _ of readInProcess(pieces(), request, new AbortController().signal));`;
  // The loader for TypeScript has a process of its own, so the start of a child alone says nothing.
  const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const exit = once(server, 'exit');
    await inTime(once(server.stdout, 'data'), 'the process that reads has begun');
    const children = childrenOf(server.pid as number);
    expect(children).not.toEqual([]);
    server.kill('SIGKILL');
    await exit;
    await until(() => !children.some(isRunning), 'the process that reads ended');
    // The loader for TypeScript, which a built server has not, keeps what it compiled.
    expect(readdirSync(folder).filter((name) => !/^(tsx-\d+|node-compile-cache)$/.test(name))).toEqual([]);
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
