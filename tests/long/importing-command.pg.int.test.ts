import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { importRowTable, importTable } from '#server/db/schema.ts';
import { createRecord, newCedula } from '../support/factories.ts';
import { csvOf, newLetters, sendFile, womanFile } from '../support/imports.ts';
import { until } from '../support/passing-time.ts';
import { runProgram } from '../support/run-command.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const COMMAND = resolve(import.meta.dirname, '../../src/server/commands/import.ts');
const WOMAN = ['HCU', 'Cédula', 'Nombres', 'Apellidos'];
const BIRTH = '2025-01-10';

let api: TestApi;
let supervisor: TestUser;
let folder: string;
/** A connection of its own, whose locks hold the command. */
let holder: pg.Client;

beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
  folder = mkdtempSync(join(tmpdir(), 'libreta-import-command-'));
  holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  // The second batch of an import waits before its commit, while the test holds the lock 7701.
  await holder.query(`
    create function hold_import() returns trigger language plpgsql set lock_timeout = '30s' as $$ begin
      perform pg_advisory_xact_lock_shared(7701);
      return new;
    end $$;
    create trigger hold_import before update on importacion for each row
      when (old.estado = 'importando' and old.hechas > 0 and new.hechas > old.hechas)
      execute function hold_import()`);
});
afterAll(async () => {
  await holder.end();
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command from the sources with a file of this name. */
function run(archivo: string, tipo: string, content: Buffer | string, ...more: string[]) {
  const path = join(folder, archivo);
  writeFileSync(path, content);
  const database = `--database-url=${api.databaseUrl}`;
  const args = [path, `--tipo=${tipo}`, `--responsable=${supervisor.cedula}`, database, ...more];
  const { child, ended } = runProgram(COMMAND, args, { NODE_OPTIONS: '--import tsx' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: string) => (output += text));
  const printed = (text: string) => until(() => output.includes(text), `the command prints «${text}»`);
  const interrupt = async () => {
    child.kill('SIGINT');
    await printed('Deteniendo');
  };
  return { interrupt, ended: ended.then(({ code, lines }) => ({ code, output: lines.join('\n') })) };
}

const importsOf = (archivo: string) =>
  api.database.db.select().from(importTable).where(eq(importTable.archivo, archivo));

/** Controls of one child, at least two batches. */
async function manyControls(): Promise<{ ninoId: string; file: Buffer }> {
  const values = { fechanacimiento: BIRTH, sexo: 'FEMENINO', apellidos: newLetters() };
  const { _id, cedula } = await createRecord(supervisor, 'nino', values);
  const rows = Array.from({ length: 400 }, (_, day) => [
    ...[String(cedula), addDays(BIRTH, 40 + day)],
    ...[(4 + day / 200).toFixed(2), (55 + day / 50).toFixed(2), '39'],
  ]);
  return { ninoId: _id, file: csvOf(['Cédula', 'Fecha', 'Peso', 'Talla', 'PC'], rows) };
}

/** Someone else's import that waits in the queue. @param change its place there */
async function othersImport(archivo: string, change: Record<string, unknown>): Promise<string> {
  const { body } = await sendFile(api.admin, 'mujer', womanFile(), archivo);
  await api.database.db.update(importTable).set(change).where(eq(importTable._id, body._id));
  return body._id;
}

/** Holds the second batch of an import. @returns lets it go on */
async function holdSecondBatch(): Promise<{ reached(): Promise<unknown>; release(): Promise<unknown> }> {
  await holder.query('select pg_advisory_lock(7701)');
  const waits = () =>
    rawRows(api.database.db, sql`select 1 from pg_locks where locktype = 'advisory' and objid = 7701 and not granted`);
  return {
    reached: () => until(async () => (await waits()).length > 0, 'the second batch waits'),
    release: () => holder.query('select pg_advisory_unlock(7701)'),
  };
}

describe('an import from the command line', () => {
  it('writes what the rehearsal shows, and leaves the rows with problems to the screen', async () => {
    const rows = [
      ['1', newCedula(), newLetters(), newLetters()],
      ['2', '', newLetters(), newLetters()],
    ];
    const { code, output } = await run('mujeres.csv', 'mujer', csvOf(WOMAN, rows)).ended;
    expect(output).toMatch(/Ensayo de 2 filas:.*fila 3: .*Importado: 1 creadas, 0 cambiadas\./s);
    expect(code).toBe(0);
    expect(await importsOf('mujeres.csv')).toMatchObject([{ estado: 'importada', creadas: 1, por: supervisor.id }]);
  });

  it('names exactly the data that have no column, says what to do, and leaves nothing', async () => {
    const file = csvOf(['HCU', 'Nombres', 'Peso'], [['1', 'LUZ', '50']]);
    for (const more of [[], ['--ensayo']]) {
      const { code, output } = await run('sin-columnas.csv', 'mujer', file, ...more).ended;
      expect(output).toContain('le faltan columnas: Cédula, Apellidos. ');
      expect(output).toContain('docs/import-columns.md');
      expect(code).toBe(1);
    }
    expect(await importsOf('sin-columnas.csv')).toEqual([]);
  });

  it('survives a failed look at its progress', async () => {
    const { file } = await manyControls();
    const { reached, release } = await holdSecondBatch();
    const { ended } = run('vista.csv', 'control', file);
    await reached();
    // Behind this request every look waits, until it is cancelled.
    const locking = new pg.Client({ connectionString: api.databaseUrl });
    await locking.connect();
    const locked = locking.query('begin; lock table importacion in access exclusive mode; commit').catch(() => {});
    const endLooks = sql`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'select%"hechas"%'`;
    await until(async () => (await rawRows(api.database.db, endLooks)).length > 0, 'a look waits');
    await release();
    await locked;
    await locking.end();
    expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('Importado: 400 creadas') });
  });
});

describe('--ensayo', () => {
  it('shows what each row would do, writes nothing and leaves nothing', async () => {
    const file = csvOf(WOMAN, [['1', newCedula(), newLetters(), newLetters()]]);
    const { code, output } = await run('ensayo.csv', 'mujer', file, '--ensayo').ended;
    expect(output).toMatch(/Ensayo de 1 filas:\n {2}Nueva: 1\nNo se escribió nada\./);
    expect(code).toBe(0);
    expect(await importsOf('ensayo.csv')).toEqual([]);
  });

  it('leaves nothing of a file that cannot be read', async () => {
    for (const file of ['', 'PK\u0003\u0004 nada']) {
      const { code, output } = await run('roto.xlsx', 'mujer', file, '--ensayo').ended;
      expect(output).toMatch(/archivo/);
      expect(output).not.toContain('inesperado');
      expect(code).toBe(1);
    }
    expect(await importsOf('roto.xlsx')).toEqual([]);
  });
});

describe('Ctrl-C', () => {
  it('before anything is written leaves nothing, and says so', async () => {
    // Another process works on another import: the one of the command waits.
    const inOneHour = sql`now() + interval '1 hour'`;
    const other = await othersImport('otra.csv', { proceso: crypto.randomUUID(), tomada: inOneHour });
    for (const more of [[], ['--ensayo']]) {
      const { interrupt, ended } = run('en-espera.csv', 'mujer', womanFile(), ...more);
      await until(async () => (await importsOf('en-espera.csv'))[0]?.estado === 'recibida', 'the import waits');
      await interrupt();
      const { code, output } = await ended;
      expect(output).toContain('Interrumpido: no se importó nada.');
      expect(output).not.toContain('Ensayo de');
      expect(code).toBe(130);
      expect(await importsOf('en-espera.csv')).toEqual([]);
    }
    await api.database.db.delete(importTable).where(eq(importTable._id, other));
  });

  it('while it writes stops after the batch, and says what is written and can be undone', async () => {
    const { ninoId, file } = await manyControls();
    const { reached, release } = await holdSecondBatch();
    const { interrupt, ended } = run('detenida.csv', 'control', file);
    await reached();
    await interrupt();
    await release();
    const { code, output } = await ended;
    expect(output).toMatch(/Interrumpido\. Ya está escrito: .*continuar.*deshacerla/);
    expect(output).not.toContain('Importado');
    expect(code).toBe(130);
    const [stored] = await importsOf('detenida.csv');
    expect(stored?.estado).toBe('parada');
    expect(stored?.creadas).toBeGreaterThan(0);
    expect(stored?.creadas).toBeLessThan(400);
    expect(output).toContain(`${stored?.creadas} creadas, 0 cambiadas.`);
    expect((await supervisor.get('/api/control', { ninoId })).body).toHaveLength(Number(stored?.creadas));
    expect((await supervisor.get(`/api/importaciones/${stored?._id}`)).body.deshacerHasta).toEqual(expect.any(String));
  });
});

describe("another user's import", () => {
  it('that waits behind is not gone on with', async () => {
    const other = await othersImport('detrás.csv', { pedida: sql`now() + interval '1 day'` });
    const { code } = await run('delante.csv', 'mujer', womanFile()).ended;
    expect(code).toBe(0);
    const [left] = await importsOf('detrás.csv');
    expect(left?.estado).toMatch(/^(recibida|leyendo)$/);
    expect(left?.proceso).toBeNull();
    await api.database.db.delete(importTable).where(eq(importTable._id, other));
  });

  it('that waits in front and fails does not end the command', async () => {
    const broken = { tipo: 'nada', estado: 'ensayando', pedida: sql`now() - interval '1 day'` };
    const other = await othersImport('rota.csv', broken);
    await api.database.db.insert(importRowTable).values({ importacion: other, fila: 2, celdas: [] });
    const { code, output } = await run('después.csv', 'mujer', womanFile()).ended;
    expect(output).toContain('Importado: 1 creadas');
    expect(code).toBe(0);
    expect(await importsOf('rota.csv')).not.toMatchObject([{ estado: 'ensayando' }]);
    await api.database.db.delete(importTable).where(eq(importTable._id, other));
  });
});

it('keeps no rows of the imports that left nothing', async () => {
  const orphans = sql`${importRowTable.importacion} not in (select _id from ${importTable})`;
  expect(await api.database.db.$count(importRowTable, orphans)).toBe(0);
});
