import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, addMonths, today } from '#domain/calendar.ts';
import { control as controlTable, nino as ninoTable, rn as rnTable } from '#server/db/schema.ts';
import { refreshByOtherRules, refreshEverything } from '#server/modules/records/refresh-children.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const DAY = today();
const AGE_DAYS = 300;
const BIRTH = addDays(DAY, -AGE_DAYS);
const COLTA = { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: '' };
const MEASURED = { fecha: DAY, edad: 9, peso: 8, longitud: 67.5, perimetro: 44 };
/** The length-for-age of a boy of 67.5 cm by WHO Anthro, at these days of age. */
const Z_AT = { 300: -2.46, 244: -1.42 };

let api: TestApi;
let supervisor: TestUser;
let ninoId: string;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
});
afterAll(() => api.close());
beforeEach(async () => {
  ninoId = (await createRecord(supervisor, 'nino', { sexo: 'MASCULINO', fechanacimiento: BIRTH, ...COLTA }))._id;
});

const newborn = (dias: number) => createRecord(supervisor, 'rn', { sem: Math.ceil(dias / 7), dias }, ninoId);
const control = (change: Body = {}) => createRecord(supervisor, 'control', { ...MEASURED, ...change }, ninoId);

/** What is stored on the child and its controls. */
async function stored() {
  const { gestacion, ztalla, edadCorregida, ztallaCronologica, estado, cruce } = ninoTable;
  const [child] = await api.database.db
    .select({ gestacion, ztalla, edadCorregida, ztallaCronologica, estado, cruce })
    .from(ninoTable)
    .where(eq(ninoTable._id, ninoId));
  const controls = await api.database.db
    .select({
      ztalla: controlTable.ztalla,
      edadCorregida: controlTable.edadCorregida,
      ztallaCronologica: controlTable.ztallaCronologica,
    })
    .from(controlTable)
    .where(eq(controlTable.parentId, ninoId))
    .orderBy(controlTable.fecha);
  return { child, controls };
}

const CHRONOLOGICAL = { ztalla: Z_AT[300], edadCorregida: false, ztallaCronologica: null };
const CORRECTED = { ztalla: Z_AT[244], edadCorregida: true, ztallaCronologica: Z_AT[300] };

describe('the stored scores of a child', () => {
  it('follow a newborn record that comes, is outdone by a newer one, and goes', async () => {
    await control();
    expect(await stored()).toMatchObject({ child: { gestacion: null, ...CHRONOLOGICAL }, controls: [CHRONOLOGICAL] });
    const early = await newborn(224);
    expect(await stored()).toMatchObject({ child: { gestacion: 224, ...CORRECTED }, controls: [CORRECTED] });
    const term = await newborn(270);
    expect(await stored()).toMatchObject({ child: { gestacion: 270, ...CHRONOLOGICAL }, controls: [CHRONOLOGICAL] });
    await supervisor.delete(`/api/rn/${term._id}`);
    expect(await stored()).toMatchObject({ child: { gestacion: 224, ...CORRECTED }, controls: [CORRECTED] });
    await supervisor.delete(`/api/rn/${early._id}`);
    expect(await stored()).toMatchObject({ child: { gestacion: null, ...CHRONOLOGICAL }, controls: [CHRONOLOGICAL] });
  });

  it.each([
    [258, true],
    [259, false],
  ])('after %s days of pregnancy are corrected: %s', async (dias, edadCorregida) => {
    await newborn(dias);
    await control();
    expect(await stored()).toMatchObject({ child: { gestacion: dias, edadCorregida }, controls: [{ edadCorregida }] });
  });

  it('are corrected through the day before 24 months since the expected date', async () => {
    const birth = addDays(addMonths(DAY, -24), -56);
    const body = { sexo: 'MASCULINO', fechanacimiento: birth, ...COLTA };
    ninoId = (await createRecord(supervisor, 'nino', body))._id;
    await newborn(224);
    await control({ fecha: addDays(DAY, -1), edad: 24, longitud: 84, peso: 11 });
    await control({ fecha: DAY, edad: 24, longitud: 84, peso: 11 });
    expect((await stored()).controls.map((one) => one.edadCorregida)).toEqual([true, false]);
  });

  it('do not exist by age before the expected date, and the status of the programme stays chronological', async () => {
    await newborn(210);
    await control({ fecha: addDays(BIRTH, 69), edad: 2, peso: 3, longitud: 49 });
    expect(await stored()).toMatchObject({
      child: { ztalla: null, edadCorregida: true, estado: 'Desnutrición' },
      controls: [{ ztalla: null, edadCorregida: true }],
    });
  });

  it('follow an edited day of birth and a restored child', async () => {
    await newborn(224);
    await control();
    const { body } = await supervisor.get(`/api/nino/${ninoId}`);
    expect(body.gestacion).toBe(224);
    await supervisor.put(`/api/nino/${ninoId}`, { ...body, fechanacimiento: addDays(BIRTH, -56) });
    expect((await stored()).child).toMatchObject({ ztalla: Z_AT[300], edadCorregida: true });
    await api.admin.delete(`/api/nino/${ninoId}`);
    await api.admin.post(`/api/auditoria/eliminados/${ninoId}/restaurar`, {});
    expect((await stored()).child).toMatchObject({ gestacion: 224, ztalla: Z_AT[300], edadCorregida: true });
  });

  it('are computed anew for children of a version without corrected ages', async () => {
    await newborn(224);
    await control();
    const before = await stored();
    const { db } = api.database;
    const older = { ...CHRONOLOGICAL };
    await db.update(controlTable).set(older).where(eq(controlTable.parentId, ninoId));
    await db
      .update(ninoTable)
      .set({ ...older, gestacion: null, estado: 'Normal' })
      .where(eq(ninoTable._id, ninoId));
    await refreshEverything(db);
    expect(await stored()).toEqual(before);
  });

  it('are computed anew if a server of the version before writes or deletes a newborn record', async () => {
    await control();
    const { _id } = await newborn(280);
    const { db } = api.database;
    const rules = async () => {
      const [child] = await db.select({ reglas: ninoTable.reglas }).from(ninoTable).where(eq(ninoTable._id, ninoId));
      return child?.reglas;
    };
    expect(await rules()).toBeGreaterThan(0);
    await db.update(rnTable).set({ dias: 224, sem: 32 }).where(eq(rnTable._id, _id));
    expect(await rules()).toBe(0);
    await refreshByOtherRules(db);
    expect(await stored()).toMatchObject({ child: { gestacion: 224, ...CORRECTED }, controls: [CORRECTED] });
    expect(await rules()).toBeGreaterThan(0);
    await db.delete(rnTable).where(eq(rnTable._id, _id));
    expect(await rules()).toBe(0);
  });

  it('cross −2 only at the corrected age', async () => {
    await control({ fecha: addDays(DAY, -60), edad: 7, longitud: 67 });
    await control();
    expect((await stored()).child?.cruce).toContain('talla/edad');
    await newborn(224);
    expect((await stored()).child?.cruce).toBeNull();
  });
});

describe('the report of indicators', () => {
  it('says for how many of the children in its table the corrected age counts, which are under 24 months', async () => {
    const report = async () => {
      const { body } = await supervisor.get('/api/reportes/indicadores', { canton: 'PALLATANGA' });
      return { corregidos: body.corregidos, children: body.general.ninos };
    };
    const measured = async (days: number) => {
      const place = { provincia: 'CHIMBORAZO', canton: 'PALLATANGA' };
      const body = { sexo: 'MASCULINO', fechanacimiento: addDays(DAY, -days), ...place };
      ninoId = (await createRecord(supervisor, 'nino', body))._id;
      await newborn(224);
      await control({ edad: Math.floor(days / 30.5), peso: 9, longitud: 75 });
      expect((await stored()).child?.edadCorregida).toBe(true);
    };
    await measured(745);
    expect(await report()).toEqual({ corregidos: 0, children: 0 });
    await measured(300);
    expect(await report()).toEqual({ corregidos: 1, children: 1 });
  });
});

describe('the report of low length', () => {
  const report = async (query: Record<string, string> = {}) => {
    const { status, body, text } = await supervisor.get('/api/reportes/talla', { ...query, canton: 'GUANO' });
    expect(status, text).toBe(200);
    return body;
  };

  it('counts at the corrected age, says for how many, and counts without it on request', async () => {
    const place = { provincia: 'CHIMBORAZO', canton: 'GUANO' };
    for (const dias of [224, 280]) {
      const body = { sexo: 'MASCULINO', fechanacimiento: BIRTH, ...place };
      ninoId = (await createRecord(supervisor, 'nino', body))._id;
      await newborn(dias);
      await control();
    }
    const [corrected, uncorrected] = [await report(), await report({ edad: 'cronologica' })];
    expect(corrected).toMatchObject({ corregidos: 1, general: { n: 2, bajo: { casos: 1 } } });
    expect(await report({ edad: 'corregida' })).toEqual(corrected);
    expect(uncorrected).toMatchObject({
      corregidos: 1,
      general: { n: 2, bajo: { casos: 2 } },
      cantones: [{ canton: 'GUANO', n: 2, bajo: { casos: 2 } }],
      meses: [{ mes: DAY.slice(0, 7), n: 2, bajo: { casos: 2 } }],
    });
    expect(corrected.meses).toMatchObject([{ mes: DAY.slice(0, 7), n: 2, bajo: { casos: 1 } }]);
  });
});
