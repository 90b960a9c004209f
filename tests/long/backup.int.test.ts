import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { today } from '#domain/calendar.ts';
import { writeSealed } from '#server/backup/sealed-file.ts';
import { knownMigrations } from '#server/backup/versions.ts';
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
  standing,
} from '../support/copies.ts';
import { createRecord, newDevice } from '../support/factories.ts';
import { expectExact } from '../support/kept-figures.ts';
import { smallDisk } from '../support/small-disk.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const KINDS: Database['kind'][] = process.env.TEST_DATABASE === 'postgres' ? ['postgres', 'pglite'] : ['pglite'];
const HERE = KINDS[0] as Database['kind'];
/** What COPY writes in a way of its own, and what ends a table when it stands alone. */
const HARD = ['\\.', 'a\tb', 'a\\nb', '\\N', 'O\'Higgins "x"', 'ñandú 👶', '\u2028', '{"a": [1]}'];

const folder = copyFolder();
const copy = folder.file('entera.age');
let api: TestApi;
let before: Record<string, string[]>;
let bytes: Buffer;
/** What opens a vault. */
let device: { llave: string };

const source = () => ({ database: api.database, url: api.databaseUrl });

beforeAll(async () => {
  api = await startTestApi();
  await populate({ children: 150, seed: 3, today: today(), database: api.database, ownerUrl: api.databaseUrl });
  for (const [index, direccion] of HARD.entries())
    await createRecord(api.admin, 'nino', { direccion, apellidos: `Duro ${index}` });
  device = (await api.admin.post('/api/equipos/llave', { ...newDevice(), nombre: 'Tablet 7' })).body;
  const gone = await createRecord(api.admin, 'nino');
  await api.admin.delete(`/api/nino/${gone._id}`);
  await api.database.db.execute(
    sql`insert into signin_failure (subject, at) select ${HARD.join('\n')} || n, now() from generate_series(1, 3) n`,
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

/** With a place that goes away afterwards. */
async function inPlace<T>(kind: Database['kind'], work: (place: EmptyPlace) => Promise<T>): Promise<T> {
  const place = await emptyPlace(kind);
  try {
    return await work(place);
  } finally {
    await place.remove();
  }
}

describe.each(KINDS)('a copy that is restored into %s', (kind) => {
  let place: EmptyPlace;
  beforeAll(async () => {
    place = await emptyPlace(kind);
    await place.restore(copy);
  });
  afterAll(() => place.remove());

  it('is every table row by row, with its indexes, rules, triggers and numbers', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(25);
    expect(before.nino?.length).toBe(150 + HARD.length);
    expect(before.boveda?.join()).toContain(device.llave);
    await place.look(async ({ db }) => {
      expect(await everyRow(db)).toEqual(before);
      expect(await standing(db)).toEqual(await standing(api.database.db));
    });
  });

  it('holds the journal as it was sealed, and figures that a recount finds', () =>
    place.look(async ({ db }) => {
      const { findings, entries } = await verifyJournal(db, undefined, new Date(Date.now() + 3_600_000));
      expect(findings).toEqual([]);
      expect(entries).toBe(before.journal?.length);
      await expectExact(db, kind);
    }));

  it('gives what is added next numbers that were never given', () =>
    place.look(async ({ db }) => {
      const [row] = await rawRows<{ next: number; most: number }>(
        db,
        sql`select nextval('journal_seq_seq')::int as next, (select max(seq)::int from journal) as most`,
      );
      expect(row?.next).toBeGreaterThan(Number(row?.most));
    }));

  it('is not put over what is there, unless told; then nothing of that is left', async () => {
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

  it('is not put in place of what is there when it turns out to be cut off at its end', async () => {
    const cut = folder.file(`cortada-${kind}.age`);
    writeFileSync(cut, bytes.subarray(0, -20));
    const now = await place.look(({ db }) => everyRow(db));
    await expect(place.restore(cut, { replace: true })).rejects.toThrow('La copia está dañada o incompleta');
    expect(await place.look(({ db }) => everyRow(db))).toEqual(now);
  });
});

describe('what is no whole copy', () => {
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

  // Found in the file, whichever database it is for; that nothing of a broken copy stays is tried below, on both.
  if (HERE === 'pglite') {
    it('a wrong passphrase is said to be one', async () => {
      await expect(place.restore(copy, { passphrase: 'otra contraseña' })).rejects.toThrow(
        'La contraseña no es la de esta copia',
      );
      await untouched();
    });

    it.each([0.2, 0.6, 0.98])('a byte that flipped at %d of the file is found', async (share) => {
      const flipped = Buffer.from(bytes);
      const at = Math.floor(bytes.length * share);
      flipped[at] = (flipped[at] as number) ^ 1;
      await refused(flipped, /^La copia está dañada o incompleta/);
    });

    it('a file that was cut is found, also between two pieces of its encryption', async () => {
      const header = bytes.indexOf('\n', bytes.indexOf('--- ')) + 1;
      const pieces = header + 16;
      for (const length of [pieces + 65_552, Math.floor(bytes.length / 2), bytes.length - 1])
        await refused(bytes.subarray(0, length), /^La copia está dañada o incompleta/);
      await refused(bytes.subarray(0, 40), /^El archivo no es una copia/);
    });

    it.each([
      ['nothing', ''],
      ['a text', 'hola\n'.repeat(1_000)],
      ['something else that is encrypted', 'age-encryption.org/v1\n-> X25519 abc\n'],
    ])('%s is no copy', (_what, text) => refused(Buffer.from(text), /^El archivo no es una copia/));

    it('what another program encrypted with the same passphrase is no copy', async () => {
      const path = folder.file('ajena.age');
      const plain = async function* () {
        yield Buffer.from('{"formato":"otro"}\nhola\n');
      };
      await writeSealed(path, plain(), SEALED);
      await expect(place.restore(path)).rejects.toThrow('El archivo no es una copia');
      await untouched();
    });
  }

  /** The lines of the copy, changed. */
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
  ])('a copy %s is refused', async (_what, change, sentence) => {
    await expect(place.restorePlain(await changed(change))).rejects.toThrow(sentence);
    await untouched();
  });

  it('nor goes a copy where tables of others stand', async () => {
    await inPlace(HERE, async (other) => {
      await other.load((loader) => loader.run('create table control (x int)'));
      await expect(other.restore(copy, { replace: true })).rejects.toThrow(
        'La base de datos tiene tablas que no son de la Libreta (control)',
      );
      expect(await other.look(({ db }) => everyRow(db))).toEqual({ control: [] });
    });
  });
});

describe('a file', () => {
  it('is its owner’s alone, and does not take the place of another', async () => {
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    await expect(saveCopy(source(), copy)).rejects.toThrow(`Ya existe ${copy}: elige otro nombre.`);
    expect(readFileSync(copy).equals(bytes)).toBe(true);
    expect((await readdir(folder.path)).filter((name) => name.includes('parcial'))).toEqual([]);
  });

  it('that cannot be written is refused before anything is read for it', async () => {
    let read = 0;
    const rows = async function* () {
      read += 1;
      yield new Uint8Array(1);
    };
    for (const path of [copy, folder.file('no/existe.age')])
      await expect(writeSealed(path, rows(), { passphrase: 'doce letras o más', work: 1 })).rejects.toThrow(path);
    expect(read).toBe(0);
  });

  it('that is ended in the middle leaves nothing, and nobody waiting', async () => {
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
 * A migration that finds places numbers them as it comes upon them; who is where is in the figures, which a recount checks. A failed
 * sign-in of before is kept from the moment of its own upgrade.
 */
const unnumbered = (rows: Record<string, string[]>) =>
  Object.entries(rows)
    .filter(([table]) => !/^(figure_|lugar|drizzle\.por_llenar)/.test(table))
    .map(([table, each]) => [table, each.map((row) => row.replace(/"lugar": \d+, |"kept_until": "[^"]+"/, '')).sort()]);

const KNOWN = knownMigrations();
/** Those after which rows were changed, and the last before the newest, each on one engine: a database of each takes long to make. */
const OLDER = HERE === 'postgres' ? [5, 9] : [1, KNOWN.length - 1];
test.each(OLDER)(
  'a copy of the version with %i migrations comes to be what its database comes to be',
  async (count) => {
    const rows = Object.fromEntries(Object.entries(before).map(([table, each]) => [table, `[${each.join(',')}]`]));
    await inPlace(HERE, async (old) => {
      const applied = KNOWN.slice(0, count);
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
      await inPlace(HERE, async (place) => {
        await place.restore(path);
        const now = await place.look(({ db }) => everyRow(db));
        expect(now.nino?.length).toBe(before.nino?.length);
        expect(unnumbered(await old.look(({ db }) => everyRow(db)))).toEqual(unnumbered(now));
        await place.look(({ db }) => expectExact(db, `${count}`));
      });
    });
  },
);

/** Where a database is that only its connection knows. */
async function addressOf({ db }: Database): Promise<string> {
  const [row] = await rawRows<{ name: string }>(db, sql`select current_database() as name`);
  return Object.assign(new URL(String(api.databaseUrl)), { pathname: `/${row?.name}` }).href;
}
