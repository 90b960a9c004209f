import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { control as controls, journal, nino } from '#server/db/schema.ts';
import { refreshEverything } from '#server/modules/records/refresh-children.ts';
import { untilServed } from '../support/burst.ts';
import { type Body, bodyWith, createRecord, newCedula, recordOf } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String((month % 11) + 1).padStart(2, '0')}`);

let api: TestApi;
let brigada: TestUser;
let child: Body;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());
beforeEach(async () => {
  child = await createRecord(brigada, 'nino');
});

const post = (body: Body) => untilServed(() => brigada.post('/api/control', body));
const body = (change: Body = {}) => bodyWith(recordOf('control'), child._id, change);
const kept = async () => {
  const { db } = api.database;
  const [row] = await db.select().from(nino).where(eq(nino._id, child._id));
  const of = await db
    .select({ _id: controls._id, ztalla: controls.ztalla, ultimoDelMes: controls.ultimoDelMes })
    .from(controls)
    .where(eq(controls.parentId, child._id))
    .orderBy(controls._id);
  return { row, of };
};
const entriesAbout = (id: string) =>
  api.database.db
    .select()
    .from(journal)
    .where(and(eq(journal.about, id)));

async function expectNothingToMend(): Promise<void> {
  const before = await kept();
  await refreshEverything(api.database.db);
  expect(await kept()).toEqual(before);
}

describe('simultaneous saves about one child', () => {
  it('are all stored, and the summary follows from all of them', async () => {
    const answers = await Promise.all(
      MONTHS.flatMap((month, index) =>
        ['04', '19'].map((day) => post(body({ fecha: `${month}-${day}`, peso: 5 + index / 4 }))),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await kept()).of).toHaveLength(24);
    await expectNothingToMend();
  });

  it('use the child as edited in the meantime', async () => {
    const edited = (nombres: string) =>
      bodyWith(recordOf('nino'), undefined, { cedula: child.cedula, nombres, sexo: 'MASCULINO' });
    const edit = (nombres: string) => untilServed(() => brigada.put(`/api/nino/${child._id}`, edited(nombres)));
    const answers = await Promise.all(
      MONTHS.flatMap((month, index) => [post(body({ fecha: `${month}-11` })), edit(`NOMBRE ${'ABCDEFGHIJKL'[index]}`)]),
    );
    expect(answers.map(({ status }) => status)).toEqual(MONTHS.flatMap(() => [201, 200]));
    expect((await kept()).row).toMatchObject({ sexo: 'MASCULINO', version: 13 });
    await expectNothingToMend();
  });

  it('during its deletion are either stored and deleted with it or answered 404', async () => {
    const sent = MONTHS.map((month) => ({ ...body({ fecha: `${month}-11` }), _id: crypto.randomUUID() }));
    const [deletion, ...answers] = await Promise.all([
      untilServed(() => brigada.delete(`/api/nino/${child._id}`)),
      ...sent.map((one) => post(one)),
    ]);
    expect(deletion?.status).toBe(200);
    for (const { status } of answers) expect([201, 404]).toContain(status);
    expect((await kept()).of).toEqual([]);
    const noted = await Promise.all(sent.map(({ _id }) => entriesAbout(_id)));
    expect(noted.map((entries) => entries.length)).toEqual(answers.map(({ status }) => (status === 201 ? 1 : 0)));
  });
});

describe('one save sent many times at once', () => {
  it('is stored and recorded once, with equal answers', async () => {
    const same = { ...body(), _id: crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(same)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await kept()).of).toHaveLength(1);
    expect(await entriesAbout(same._id)).toHaveLength(1);
    await expectNothingToMend();
  });

  it('with other content each time is stored once and otherwise refused', async () => {
    const _id = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => post({ ...body({ peso: 6 + index / 10 }), _id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect((await kept()).of).toHaveLength(1);
  });

  it('of a new child creates one child, even without an id', async () => {
    const cedula = newCedula();
    const create = () => brigada.post('/api/nino', bodyWith(recordOf('nino'), undefined, { cedula }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => untilServed(create)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 201)?.body;
    expect(await entriesAbout(made._id)).toHaveLength(1);
  });
});
