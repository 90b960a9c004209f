import { setImmediate } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { PROGRAM } from '#server/journal/doer.ts';
import { note, noteAll, noteAllLater } from '#server/journal/entries.ts';
import { type Head, sealAll, sealBatch } from '#server/journal/sealing.ts';
import { verifyJournal } from '#server/journal/verify.ts';
import { bodyWith, createRecord, recordOf } from '../support/factories.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const LATER = new Date(Date.now() + 3_600_000);
const PERSON = crypto.randomUUID();

let test: TestDatabase;
let db: Db;
beforeAll(async () => {
  test = await createTestDatabase();
  db = test.database.db;
});
afterAll(() => test.drop());

const rowsOf = async (query: SQL) => ((await db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;

/** Runs statements with the protecting triggers disabled, as only the database owner can. */
async function asOwner(...statements: SQL[]): Promise<void> {
  await db.transaction(async (inside) => {
    for (const table of ['journal', 'journal_seal'])
      await inside.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
    for (const statement of statements) await inside.execute(statement);
    for (const table of ['journal', 'journal_seal'])
      await inside.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
  });
}

const entry = (i: number) => ({
  doer: PROGRAM,
  entry: {
    action: 'editar' as const,
    kind: 'nino',
    about: PERSON,
    person: PERSON,
    before: { peso: i },
    after: { peso: i + 1 },
  },
});

const verified = async (storedHead?: Head) => {
  const { findings, ...rest } = await verifyJournal(db, storedHead, LATER);
  return { ...rest, texts: findings.map(({ text }) => text) };
};

describe('ten sealed entries', () => {
  let seqs: number[];
  beforeEach(async () => {
    await asOwner(sql`truncate journal, journal_seal restart identity`);
    await noteAll(
      db,
      Array.from({ length: 10 }, (_, i) => entry(i)),
    );
    expect(await sealAll(db)).toMatchObject({ sealed: 10, head: { position: 10 } });
    seqs = (await rowsOf(sql`select seq::int as seq from journal order by seq`)).map(({ seq }) => Number(seq));
  });
  const at = (i: number) => seqs[i - 1] as number;

  it('verify and return their head', async () => {
    const { head, texts, entries } = await verified();
    expect([texts, entries]).toEqual([[], 10]);
    expect(head).toEqual({ position: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await verified(head ?? undefined)).texts).toEqual([]);
  });

  it('are continued by more entries than one step seals, each once', async () => {
    await noteAll(
      db,
      Array.from({ length: 250 }, (_, i) => entry(10 + i)),
    );
    expect(await sealAll(db, 'newest')).toMatchObject({ sealed: 250, head: { position: 260 } });
    expect(await sealAll(db)).toMatchObject({ sealed: 0 });
    expect(await verified()).toMatchObject({ texts: [], entries: 260 });
  });

  it('are continued by later entries, each sealed once by simultaneous runs', async () => {
    await noteAll(db, [entry(10), entry(11)]);
    const both = await Promise.all([sealBatch(db), sealBatch(db)]);
    expect(both.reduce((sum, { sealed }) => sum + sealed, 0)).toBe(2);
    expect(await verified()).toMatchObject({ texts: [], entries: 12 });
  });

  it.each<[string, (i: (n: number) => number) => SQL[], string[]]>([
    [
      'another actor',
      (i) => [sql`update journal set actor = gen_random_uuid() where seq = ${i(4)}`],
      ['La entrada 4 o su sello cambió: no corresponde al eslabón 4.'],
    ],
    [
      'another instant',
      (i) => [sql`update journal set at = at - interval '1 minute' where seq = ${i(5)}`],
      ['La entrada 5 o su sello cambió: no corresponde al eslabón 5.'],
    ],
    [
      'another address',
      (i) => [sql`update journal set address = '1.1.1.1' where seq = ${i(1)}`],
      ['La entrada 1 o su sello cambió: no corresponde al eslabón 1.'],
    ],
    [
      'another value',
      (i) => [sql`update journal set after = '{"peso": 99}' where seq = ${i(6)}`],
      ['La entrada 6 cambió de contenido.'],
    ],
    [
      'a value and its seal',
      (i) => [
        sql`update journal set after = '{"peso": 99}' where seq = ${i(6)}`,
        sql`update journal_seal set content = sha256('x') where position = 6`,
      ],
      ['La entrada 6 cambió de contenido.', 'La entrada 6 o su sello cambió: no corresponde al eslabón 6.'],
    ],
    [
      'no content',
      (i) => [sql`update journal set before = null, after = null, salt = null where seq = ${i(3)}`],
      ['La entrada 3 perdió su contenido sin que nadie lo borrara.'],
    ],
    ['an entry taken out', (i) => [sql`delete from journal where seq = ${i(7)}`], ['Falta la entrada 7: se quitó.']],
    [
      'an entry and its seal taken out',
      (i) => [sql`delete from journal where seq = ${i(7)}`, sql`delete from journal_seal where position = 7`],
      ['Falta el eslabón 7 de la cadena: se quitó.'],
    ],
    [
      'an entry taken out and the chain closed',
      (i) => [
        sql`delete from journal where seq = ${i(7)}`,
        sql`delete from journal_seal where position = 7`,
        sql`update journal_seal set position = position - 1 where position = 8`,
        sql`update journal_seal set position = position - 1 where position = 9`,
        sql`update journal_seal set position = position - 1 where position = 10`,
      ],
      [8, 9, 10].map((seq) => `La entrada ${seq} o su sello cambió: no corresponde al eslabón ${seq - 1}.`),
    ],
    [
      'an entry put in',
      () => [
        sql`insert into journal (seq, action, kind, at) overriding system value values (500, 'ver', 'nino', now())`,
      ],
      ['La entrada 500 no tiene sello: se agregó por fuera, o la Libreta se cortó antes de sellarla.'],
    ],
    [
      'two entries that changed places',
      () => [
        sql`update journal_seal set seq = -1 where position = 2`,
        sql`update journal_seal set seq = 2 where position = 3`,
        sql`update journal_seal set seq = 3 where position = 2`,
      ],
      [
        'La entrada 3 cambió de contenido.',
        'La entrada 3 o su sello cambió: no corresponde al eslabón 2.',
        'La entrada 2 cambió de contenido.',
        'La entrada 2 o su sello cambió: no corresponde al eslabón 3.',
      ],
    ],
    [
      'another hash',
      () => [sql`update journal_seal set hash = sha256('x') where position = 9`],
      [
        'La entrada 9 o su sello cambió: no corresponde al eslabón 9.',
        'La entrada 10 o su sello cambió: no corresponde al eslabón 10.',
      ],
    ],
    ['everything before taken out', () => [sql`delete from journal_seal where position < 10`], ['Faltan']],
  ])('with %s fail verification', async (_what, tamper, expected) => {
    await asOwner(...tamper(at));
    const { texts } = await verified();
    if (expected[0] === 'Faltan') {
      expect(texts[0]).toBe('Faltan los eslabones 1 a 9 de la cadena: se quitaron.');
      expect(texts.filter((text) => text.includes('no tiene sello'))).toHaveLength(9);
    } else expect(texts).toEqual(expected);
  });

  it('all removed fail verification', async () => {
    await asOwner(sql`truncate journal, journal_seal`);
    expect((await verified()).texts).toEqual(['La auditoría está vacía, y no siempre lo estuvo: se borró entera.']);
  });

  it('cut off at the end are detected with a head stored elsewhere', async () => {
    const { head } = await verified();
    await asOwner(sql`delete from journal where seq > ${at(8)}`, sql`delete from journal_seal where position > 8`);
    expect((await verified()).texts).toEqual([]);
    expect((await verified(head ?? undefined)).texts).toEqual([
      'La cadena no contiene el eslabón 10 que se guardó: se cortó o se cambió.',
    ]);
  });

  it('rewritten from some point are detected with a head stored elsewhere', async () => {
    const { head } = await verified();
    await asOwner(
      sql`update journal set actor = gen_random_uuid() where seq = ${at(9)}`,
      sql`delete from journal_seal where position > 8`,
    );
    await sealAll(db);
    expect((await verified()).texts).toEqual([]);
    expect((await verified(head ?? undefined)).texts).toHaveLength(1);
  });

  it('with an old entry inserted later fail verification', async () => {
    await asOwner(
      sql`insert into journal (seq, action, kind, at) overriding system value values (501, 'ver', 'nino', now() - interval '3 days')`,
    );
    await sealAll(db);
    expect((await verified()).texts).toEqual(['La entrada 501 se intercaló: es anterior a las que ya estaban.']);
  });

  it('still verify with entries that were written long after they happened, which tell when that was', async () => {
    const lateByMinutes = [40, 20, 0];
    await noteAllLater(
      db,
      lateByMinutes.map((minutes, i) => ({
        ...entry(i),
        entry: { ...entry(i).entry, at: performance.now() - minutes * 60_000 },
      })),
    );
    await sealAll(db, 'newest');
    expect(await verified()).toMatchObject({ texts: [], entries: 13 });
    const late = await rowsOf(sql`select after->>'peso' as weight,
      extract(epoch from now() - (after->>'ocurrio')::timestamptz)::float8 as ago from journal where seq > ${at(10)} order by at, seq`);
    expect(late).toEqual([
      { weight: '1', ago: expect.closeTo(40 * 60, -2) },
      { weight: '2', ago: expect.closeTo(20 * 60, -2) },
      { weight: '3', ago: null },
    ]);
  });

  it('with many entries after a clock set back are reported in one sentence', async () => {
    const at = (hours: number) => performance.now() + hours * 3_600_000;
    const noted = (hours: number, count: number) =>
      noteAll(
        db,
        Array.from({ length: count }, (_, i) => ({ ...entry(i), entry: { ...entry(i).entry, at: at(hours) } })),
      );
    await noted(48, 3);
    await noted(0, 4);
    await noted(49, 2);
    await sealAll(db);
    expect((await verified()).texts).toEqual([
      'Las entradas 14 a 17 son anteriores a las que ya estaban: se intercalaron, o el reloj del servidor se atrasó.',
    ]);
  });

  it('still verify when the person was erased', async () => {
    await db.transaction(async (inside) => {
      await inside.execute(sql`select journal_erase(${PERSON}::uuid)`);
      await note(inside, PROGRAM, { action: 'borrar', kind: 'nino', about: PERSON, person: PERSON });
    });
    await sealAll(db);
    expect(await verified()).toMatchObject({ texts: [], entries: 11 });
    expect(
      await rowsOf(sql`select 1 from journal where before is not null or after is not null or kept is not null`),
    ).toEqual([]);
  });

  it.each([
    sql`update journal set action = 'ver'`,
    sql`update journal set before = null, after = null, kept = null, salt = null`,
    sql`delete from journal`,
    sql`truncate journal`,
    sql`update journal_seal set hash = sha256('x')`,
    sql`delete from journal_seal`,
    sql`truncate journal_seal`,
  ])('cannot be changed even by the database owner (%#)', async (statement) => {
    await expect(db.execute(statement)).rejects.toThrow();
    expect((await verified()).texts).toEqual([]);
  });

  it('lose only their content, and only for the erased person', async () => {
    await db.transaction(async (inside) => {
      await inside.execute(sql`select set_config('libreta.erasing', ${PERSON}, true)`);
      await expect(
        inside.transaction((deeper) =>
          deeper.execute(
            sql`update journal set salt = null, before = null, after = null, kept = null, actor = gen_random_uuid()`,
          ),
        ),
      ).rejects.toThrow();
      await expect(
        inside.transaction((deeper) => deeper.execute(sql`update journal set after = '{"peso": 1}'`)),
      ).rejects.toThrow();
    });
    expect((await verified()).texts).toEqual([]);
  });
});

it('an entry committed after later ones were sealed is linked then', async () => {
  await asOwner(sql`truncate journal, journal_seal restart identity`);
  await noteAll(db, [entry(0)]);
  await sealAll(db);
  let commit = () => {};
  const open = new Promise<void>((resolve) => {
    commit = resolve;
  });
  if (test.database.kind === 'postgres') {
    let begun = () => {};
    const inside = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const late = db.transaction(async (transaction) => {
      await note(transaction, PROGRAM, entry(1).entry);
      begun();
      await open;
    });
    await inside;
    await note(db, PROGRAM, entry(2).entry);
    expect(await sealAll(db, 'newest')).toMatchObject({ sealed: 1 });
    commit();
    await late;
    expect(await sealAll(db, 'newest')).toMatchObject({ sealed: 0 });
    expect(await sealAll(db, 60_000)).toMatchObject({ sealed: 1 });
    expect(await rowsOf(sql`select seq::int as seq from journal_seal order by position`)).toEqual([
      { seq: 1 },
      { seq: 3 },
      { seq: 2 },
    ]);
  }
  expect((await verified()).texts).toEqual([]);
});

describe('simultaneous writers', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  it('wait neither for each other nor for the seal, and all 200 entries are sealed', async () => {
    const brigada = await api.user('ROLE_BRIGADA');
    const children = await Promise.all(Array.from({ length: 20 }, () => createRecord(brigada, 'nino')));
    let sealing = true;
    const sealed = (async () => {
      let links = 0;
      while (sealing) {
        links += (await sealBatch(api.database.db)).sealed;
        await setImmediate();
      }
      return links;
    })();
    // A save that waited too long is answered 503 and repeated with the same id.
    const save = async (i: number): Promise<string> => {
      const body = { ...bodyWith(recordOf('control'), children[i % 20]?._id), _id: crypto.randomUUID() };
      for (;;) {
        const { status, text } = await brigada.post('/api/control', body);
        if (status === 201) return body._id;
        expect(status, text).toBe(503);
      }
    };
    const saving = Array.from({ length: 200 }, (_, i) => save(i));
    const saved = await Promise.all(saving).finally(() => {
      sealing = false;
    });
    const links = (await sealed) + (await sealAll(api.database.db)).sealed;
    expect(new Set(saved).size).toBe(200);
    const { findings, entries } = await verifyJournal(api.database.db, undefined, LATER);
    expect([findings, entries]).toEqual([[], links]);
    const { headers } = await api.admin.get('/api/auditoria', { tipo: 'control', accion: 'crear', limit: '1' });
    expect(headers['x-total-count']).toBe('200');
  });
});
