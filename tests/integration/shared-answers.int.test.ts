import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMonths, today } from '#domain/calendar.ts';
import type { FieldWeek } from '#domain/calls/field-week.ts';
import type { BySex, Counts, Dashboard } from '#domain/calls/reports.ts';
import { createRecord } from '../support/factories.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const READERS = 12;

/** Reports whose answers are shared, and how many children each counts. */
const CHILDREN_IN = {
  tablero: ({ total }: Dashboard) => total,
  genero: ({ masculino, femenino }: BySex) => masculino + femenino,
  conteo: ({ general }: { general: Counts }) => general.ninos,
  semana: ({ general }: FieldWeek) => general.ninos,
};

let api: TestApi;
let supervisor: TestUser;
let brigade: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  [supervisor, brigade] = [await api.user('ROLE_SUPERVISOR'), await api.user('ROLE_BRIGADA')];
});
afterAll(() => api.close());

const addChild = () =>
  createRecord(brigade, 'nino', { fechanacimiento: addMonths(today(), -3), provincia: 'LOJA', canton: 'OLMEDO' });

it.each(Object.entries(CHILDREN_IN))(
  'readers of %s who come at once share an answer that has everything saved before they came',
  async (name, childrenIn) => {
    const read = async () => childrenIn((await supervisor.get(`/api/reportes/${name}`)).body);
    await addChild();
    let before = 0;
    const alone = await sentStatements(async () => {
      before = await read();
    });
    const earlier = read();
    await addChild();
    let together: number[] = [];
    const sent = await sentStatements(async () => {
      together = await Promise.all(Array.from({ length: READERS }, read));
    });
    expect(together).toEqual(Array(READERS).fill(before + 1));
    expect(await earlier).toBeGreaterThanOrEqual(before);
    expect(alone.length).toBeGreaterThan(0);
    // The earlier reader, the first of the twelve, and the one read for all who came during that.
    expect(sent.length).toBeLessThanOrEqual(3 * alone.length);
  },
);
