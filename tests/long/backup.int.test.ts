import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { today } from '#domain/calendar.ts';
import { writeSealed } from '#server/backup/sealed-file.ts';
import { programMigrations } from '#server/backup/versions.ts';
import { copyOf } from '#server/backup/write-copy.ts';
import type { Database } from '#server/db/connect.ts';
import { MIGRATIONS } from '#server/db/migrate.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { sealAll } from '#server/journal/sealing.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { populate } from '#server/populate/populate.ts';
import {
  copyFolder,
  type EmptyPlace,
  emptyPlace,
  everyRow,
  readerOf,
  SEALED,
  saveCopy,
  schemaObjects,
} from '../support/copies.ts';
import { createRecord, newDevice } from '../support/factories.ts';
import { imported, rehearsed, sendFile, womanFile } from '../support/imports.ts';
import { expectFiguresExact } from '../support/maintained-figures.ts';
import { smallDisk } from '../support/small-disk.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const KINDS: Database['kind'][] = process.env.TEST_DATABASE === 'postgres' ? ['postgres', 'pglite'] : ['pglite'];
const HERE = KINDS[0] as Database['kind'];
/** Texts that COPY escapes, and a line that would end a table. */
const ESCAPED_TEXTS = ['\\.', 'a\tb', 'a\\nb', '\\N', 'O\'Higgins "x"', 'ñandú 👶', '\u2028', '{"a": [1]}'];

const folder = copyFolder();
const copy = folder.file('entera.age');
let api: TestApi;
let before: Record<string, string[]>;
let bytes: Buffer;
/** The key of a vault. */
let device: { llave: string };

const source = () => ({ database: api.database, url: api.databaseUrl });

beforeAll(async () => {
  api = await startTestApi();
  await populate({ children: 150, seed: 3, today: today(), database: api.database, ownerUrl: api.databaseUrl });
  for (const [index, direccion] of ESCAPED_TEXTS.entries())
    await createRecord(api.admin, 'nino', { direccion, apellidos: `Duro ${index}` });
  device = (await api.admin.post('/api/equipos/llave', { ...newDevice(), nombre: 'Tablet 7' })).body;
  // An import that is done, one that is rehearsed, and the bytes of one that waits.
  await imported(api, api.admin, (await rehearsed(api, api.admin, 'mujer', womanFile()))._id);
  await rehearsed(api, api.admin, 'mujer', womanFile());
  await sendFile(api.admin, 'mujer', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));
  const deleted = await createRecord(api.admin, 'nino');
  await api.admin.delete(`/api/nino/${deleted._id}`);
  await api.database.db.execute(
    sql`insert into signin_failure (subject, at) select ${ESCAPED_TEXTS.join('\n')} || n, now() from generate_series(1, 3) n`,
  );
  await sealAll(api.database.db);
  await saveCopy(source(), copy);
  before = await everyRow(api.database.db);
  bytes = readFileSync(copy);
});
afterAll(async () => {
  folder.remove();
  await api.close();
});

/** Runs work with a temporary empty database. */
async function withEmptyPlace<T>(kind: Database['kind'], work: (place: EmptyPlace) => Promise<T>): Promise<T> {
  const place = await emptyPlace(kind);
  try {
    return await work(place);
  } finally {
    await place.remove();
  }
}

describe.each(KINDS)('a backup restored into %s', (kind) => {
  let place: EmptyPlace;
  beforeAll(async () => {
    place = await emptyPlace(kind);
    await place.restore(copy);
  });
  afterAll(() => place.remove());

  it('has every table row by row, with indexes, rules, triggers and sequences', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(25);
    expect(before.nino?.length).toBe(150 + ESCAPED_TEXTS.length);
    expect(before.boveda?.join()).toContain(device.llave);
    expect([before.importacion?.length, before.importacion_fila?.length, before.importacion_parte?.length]).toEqual([
      3, 2, 1,
    ]);
    await place.look(async ({ db }) => {
      expect(await everyRow(db)).toEqual(before);
      expect(await schemaObjects(db)).toEqual(await schemaObjects(api.database.db));
    });
  });

  it('has a journal that verifies, and figures equal to a recount', () =>
    place.look(async ({ db }) => {
      const { findings, entries } = await verifyJournal(db, undefined, new Date(Date.now() + 3_600_000));
      expect(findings).toEqual([]);
      expect(entries).toBe(before.journal?.length);
      await expectFiguresExact(db, kind);
    }));

  it('numbers new journal entries with unused numbers', () =>
    place.look(async ({ db }) => {
      const [row] = await rawRows<{ next: number; most: number }>(
        db,
        sql`select nextval('journal_seq_seq')::int as next, (select max(seq)::int from journal) as most`,
      );
      expect(row?.next).toBeGreaterThan(Number(row?.most));
    }));

  it('replaces existing data only with the option, and then completely', async () => {
    await place.look(({ db }) => db.execute(sql`delete from altitud_canton`));
    await place.look(({ db }) => db.execute(sql`insert into altitud_canton values ('DE-MAS', 10)`));
    const now = await place.look(({ db }) => everyRow(db));
    const { mujer, nino, usuario, journal } = now;
    await expect(place.restore(copy)).rejects.toThrow(
      `La base de datos no está vacía: con --reemplazar se perderían ${mujer?.length} mujeres, ${nino?.length} niñas y niños, ${usuario?.length} usuarios y ${journal?.length} entradas de auditoría, y lo demás que hay en ella. No se cambió nada.`,
    );
    expect(await place.look(({ db }) => everyRow(db))).toEqual(now);
    await place.restore(copy, { replace: true });
    expect(await place.look(({ db }) => everyRow(db))).toEqual(before);
  });

  it('does not replace existing data when its end is missing', async () => {
    const cut = folder.file(`cortada-${kind}.age`);
    writeFileSync(cut, bytes.subarray(0, -20));
    const now = await place.look(({ db }) => everyRow(db));
    await expect(place.restore(cut, { replace: true })).rejects.toThrow('La copia está dañada o incompleta');
    expect(await place.look(({ db }) => everyRow(db))).toEqual(now);
  });
});

describe('a damaged or foreign backup', () => {
  let place: EmptyPlace;
  beforeAll(async () => {
    place = await emptyPlace(HERE);
  });
  afterAll(() => place.remove());
  const untouched = async () => expect(await place.look(({ db }) => everyRow(db))).toEqual({});
  const refused = async (content: Uint8Array, sentence: RegExp) => {
    const path = folder.file('otra.age');
    writeFileSync(path, content);
    await expect(place.restore(path)).rejects.toThrow(sentence);
    await untouched();
  };

  // Detected in the file on any engine; that a broken backup leaves nothing is tested below on both.
  if (HERE === 'pglite') {
    it('with a wrong passphrase is reported as such', async () => {
      await expect(place.restore(copy, { passphrase: 'otra contraseña' })).rejects.toThrow(
        'La contraseña no es la de esta copia',
      );
      await untouched();
    });

    it.each([0.2, 0.6, 0.98])('with a bit flipped at %d of the file is detected', async (share) => {
      const flipped = Buffer.from(bytes);
      const at = Math.floor(bytes.length * share);
      flipped[at] = (flipped[at] as number) ^ 1;
      await refused(flipped, /^La copia está dañada o incompleta/);
    });

    it('that was cut is detected, even between two chunks of its encryption', async () => {
      const header = bytes.indexOf('\n', bytes.indexOf('--- ')) + 1;
      const pieces = header + 16;
      for (const length of [pieces + 65_552, Math.floor(bytes.length / 2), bytes.length - 1])
        await refused(bytes.subarray(0, length), /^La copia está dañada o incompleta/);
      await refused(bytes.subarray(0, 40), /^El archivo no es una copia/);
    });

    it.each([
      ['empty', ''],
      ['plain text', 'hola\n'.repeat(1_000)],
      ['an age file of another kind', 'age-encryption.org/v1\n-> X25519 abc\n'],
    ])('that is %s is reported as not a backup', (_what, text) =>
      refused(Buffer.from(text), /^El archivo no es una copia/),
    );

    it('that another program encrypted with the same passphrase is reported as not a backup', async () => {
      const path = folder.file('ajena.age');
      const plain = async function* () {
        yield Buffer.from('{"formato":"otro"}\nhola\n');
      };
      await writeSealed(path, plain(), SEALED);
      await expect(place.restore(path)).rejects.toThrow('El archivo no es una copia');
      await untouched();
    });
  }

  /** The plain text of a backup, changed. */
  async function changed(change: (text: string) => string) {
    const reader = await readerOf(source());
    const all: Uint8Array[] = [];
    for await (const piece of copyOf(reader, () => {})) all.push(piece);
    await reader.close();
    const text = change(Buffer.concat(all).toString());
    return (async function* () {
      yield Buffer.from(text);
    })();
  }

  it.each<[string, (text: string) => string, string]>([
    ['without its end', (text) => text.slice(0, text.lastIndexOf('{"fin"')), 'dañada o incompleta'],
    ['cut after a table', (text) => text.slice(0, text.indexOf('\n\\.\n') + 4), 'dañada o incompleta'],
    ['cut in the middle of a line', (text) => text.slice(0, text.length / 2), 'dañada o incompleta'],
    ['with a row less', (text) => text.replace(/\n[^{\n\t]+\t.*\n/, '\n'), 'dañada o incompleta'],
    ['with something after its end', (text) => `${text}más\n`, 'dañada o incompleta'],
    ['of a newer format', (text) => text.replace('"version":1', '"version":2'), 'La copia es de una versión más nueva'],
    [
      'of a newer program',
      (text) => text.replace(/"migraciones":\[/, '"migraciones":[{"hash":"x","at":1},'),
      'La copia es de una versión más nueva u otra',
    ],
  ])('%s is refused', async (_what, change, sentence) => {
    await expect(place.restorePlain(await changed(change))).rejects.toThrow(sentence);
    await untouched();
  });

  it('is refused in a database with tables of other programs', async () => {
    await withEmptyPlace(HERE, async (other) => {
      await other.load((loader) => loader.run('create table control (x int)'));
      await expect(other.restore(copy, { replace: true })).rejects.toThrow(
        'La base de datos tiene tablas que no son de la Libreta (control)',
      );
      expect(await other.look(({ db }) => everyRow(db))).toEqual({ control: [] });
    });
  });
});

describe('a backup file', () => {
  it('is readable by its owner only and never overwrites another', async () => {
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    await expect(saveCopy(source(), copy)).rejects.toThrow(`Ya existe ${copy}: elige otro nombre.`);
    expect(readFileSync(copy).equals(bytes)).toBe(true);
    expect((await readdir(folder.path)).filter((name) => name.includes('parcial'))).toEqual([]);
  });

  it('that cannot be written is refused before any data is read', async () => {
    let read = 0;
    const rows = async function* () {
      read += 1;
      yield new Uint8Array(1);
    };
    for (const path of [copy, folder.file('no/existe.age')])
      await expect(writeSealed(path, rows(), { passphrase: 'doce letras o más', work: 1 })).rejects.toThrow(path);
    expect(read).toBe(0);
  });

  it('interrupted halfway leaves nothing and no waiting reader', async () => {
    const reader = await readerOf(source());
    const ending = new AbortController();
    const path = folder.file('interrumpida.age');
    const plain = copyOf(reader, (line) => {
      if (line.startsWith('nino:')) ending.abort();
    });
    await expect(writeSealed(path, plain, { ...SEALED, signal: ending.signal })).rejects.toThrow();
    await reader.close();
    expect((await readdir(folder.path)).filter((name) => name.startsWith('interrumpida'))).toEqual([]);
  });

  it('on a disk that fills up leaves nothing and says so', async () => {
    const disk = await smallDisk(1);
    try {
      disk.fill(0.1);
      const path = `${disk.path}/copia.age`;
      await expect(saveCopy(source(), path)).rejects.toThrow(`No queda espacio para la copia ${path}`);
      expect(await readdir(disk.path)).toEqual(['relleno']);
      expect(await everyRow(api.database.db)).toEqual(before);
    } finally {
      disk.remove();
    }
  });
});

/**
 * Without what waits to be counted, and columns that depend on the time of the migration: places are numbered in the order found (a recount checks them), and old failed sign-ins
 * expire from their own upgrade.
 */
const unnumbered = (rows: Record<string, string[]>) =>
  Object.entries(rows)
    .filter(([table]) => !/^(figure_|growth_change|measuring_change|lugar|drizzle\.por_llenar)/.test(table))
    .map(([table, each]) => [table, each.map((row) => row.replace(/"lugar": \d+, |"kept_until": "[^"]+"/, '')).sort()]);

const ALL_MIGRATIONS = programMigrations();
/** Migrations after which rows were changed, and the last but one; each on one engine, because making such a database is slow. */
const OLDER = HERE === 'postgres' ? [5, 9] : [1, ALL_MIGRATIONS.length - 1];
test.each(OLDER)(
  'a backup of the version with %i migrations is restored to what its database migrates to',
  async (count) => {
    const rows = Object.fromEntries(Object.entries(before).map(([table, each]) => [table, `[${each.join(',')}]`]));
    await withEmptyPlace(HERE, async (old) => {
      const applied = ALL_MIGRATIONS.slice(0, count);
      const path = folder.file(`antes-${count}.age`);
      await old.load(async (loader) => {
        await loader.run(
          'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
        );
        for (const { statements, hash, at } of applied) {
          for (const statement of statements) await loader.run(statement);
          await loader.rows('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, at]);
        }
        for (const table of ['rol', 'usuario', 'usuario_rol', 'mujer', 'nino', 'control', 'signin_failure'])
          await loader.rows(
            `insert into "${table}" overriding system value select * from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
            [rows[table]],
          );
      });
      await old.look(async (database) => {
        const reader = await readerOf({ database, url: HERE === 'postgres' ? await addressOf(database) : undefined });
        await writeSealed(
          path,
          copyOf(reader, () => {}),
          SEALED,
        );
        await reader.close();
        await database.migrate(MIGRATIONS);
      });
      await withEmptyPlace(HERE, async (place) => {
        await place.restore(path);
        const now = await place.look(({ db }) => everyRow(db));
        expect(now.nino?.length).toBe(before.nino?.length);
        expect(unnumbered(await old.look(({ db }) => everyRow(db)))).toEqual(unnumbered(now));
        await place.look(({ db }) => expectFiguresExact(db, `${count}`));
      });
    });
  },
);

/** The URL of a database known only by its connection. */
async function addressOf({ db }: Database): Promise<string> {
  const [row] = await rawRows<{ name: string }>(db, sql`select current_database() as name`);
  return Object.assign(new URL(String(api.databaseUrl)), { pathname: `/${row?.name}` }).href;
}
