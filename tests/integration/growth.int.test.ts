import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE_NAMES } from '#domain/roles.ts';
import type { Body } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const URL = '/api/crecimiento/evaluar';
/** A girl of the WHO's example survey. */
const GIRL = { sexo: 'FEMENINO', edadDias: 96, peso: 6.5, longitud: 59.3, perimetro: 39, medida: 'acostado' };
const GIRL_Z = { ztalla: -0.42, zpeso: 0.71, zpesotalla: 1.41, zimc: 1.29, zperimetro: -0.57 };

let api: TestApi;
let brigada: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

const evaluate = (change: Body = {}) => brigada.post(URL, { ...GIRL, ...change });
const problems = async (body: unknown) => {
  const { status, body: answer } = await brigada.post(URL, body);
  expect(status).toBe(400);
  return answer.message;
};

describe('an evaluation', () => {
  it('returns z-scores, percentiles, classes and alerts and nothing else', async () => {
    const { status, body } = await evaluate();
    expect(status).toBe(200);
    expect(body).toEqual({
      ...GIRL_Z,
      percentiles: { peso: 76.23, talla: 33.85, pesotalla: 92.13, imc: 90.08, perimetro: 28.51 },
      alertas: [],
      clasificacion: {
        peso: 'Normal',
        talla: 'Normal',
        pesotalla: 'Riesgo de sobrepeso',
        imc: 'Sobrepeso',
        perimetro: 'Normal',
      },
    });
  });

  it('accepts two dates instead of days, sex in any letter case, and numbers as text', async () => {
    const dates = { edadDias: undefined, fechanacimiento: '2026-01-01', fecha: '2026-04-07' };
    for (const change of [dates, { sexo: 'femenino' }, { sexo: ' Femenino ' }, { edadDias: '96', peso: '6.50' }])
      expect((await evaluate(change)).body).toMatchObject(GIRL_Z);
  });

  it('returns null for what was not measured', async () => {
    const { body } = await brigada.post(URL, { sexo: 'MASCULINO', edadDias: 0, longitud: null, peso: '' });
    const none = { peso: null, talla: null, pesotalla: null, imc: null, perimetro: null };
    expect(body).toEqual({
      ...Object.fromEntries(Object.keys(GIRL_Z).map((key) => [key, null])),
      percentiles: none,
      alertas: [],
      clasificacion: none,
    });
  });

  it('corrects lying and standing by 0.7 cm, and infers a missing position from the age', async () => {
    const length = async (edadDias: number, longitud: number, medida?: string) =>
      (await evaluate({ edadDias, longitud, medida })).body.ztalla;
    expect(await length(730, 85, 'de pie')).toBe(await length(730, 85.7, 'acostado'));
    expect(await length(731, 85.7, 'acostado')).toBe(await length(731, 85, 'de pie'));
    expect(await length(730, 85)).toBe(await length(730, 85, 'acostado'));
    expect(await length(731, 85)).toBe(await length(731, 85, 'de pie'));
    expect(await length(731, 85)).not.toBe(await length(731, 85, 'acostado'));
  });

  it('with oedema returns no score that depends on weight', async () => {
    const { body } = await evaluate({ edema: true });
    expect(body).toMatchObject({ zpeso: null, zpesotalla: null, zimc: null, ztalla: -0.42, zperimetro: -0.57 });
    expect(body.clasificacion).toMatchObject({ peso: null, pesotalla: null, imc: null, talla: 'Normal' });
  });

  it('with days of pregnancy is made at the corrected age and names both ages', async () => {
    const early = { edadDias: 96 + 56, diasGestacion: 224 };
    const { body } = await evaluate(early);
    expect(body).toMatchObject({ ...GIRL_Z, edad: { cronologica: 152, corregida: 96, usada: 'corregida' } });
    const dates = { edadDias: undefined, fechanacimiento: '2026-01-01', fecha: '2026-06-02', diasGestacion: 224 };
    expect((await evaluate(dates)).body).toEqual(body);
  });

  it.each([
    [258, { cronologica: 96, corregida: 74, usada: 'corregida' }],
    [259, { cronologica: 96, corregida: 75, usada: 'cronologica' }],
    [300, { cronologica: 96, corregida: 116, usada: 'cronologica' }],
    [154, { cronologica: 96, corregida: -30, usada: 'ninguna' }],
  ])('after %s days of pregnancy uses the age %o', async (diasGestacion, edad) => {
    expect((await evaluate({ diasGestacion })).body.edad).toEqual(edad);
  });

  it('before the expected date of birth has a weight for length only', async () => {
    const { status, body } = await evaluate({ edadDias: 40, diasGestacion: 210, peso: 2.9, longitud: 48 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ zpeso: null, ztalla: null, zimc: null, zperimetro: null, alertas: [] });
    expect(body.zpesotalla).toBeTypeOf('number');
  });

  it('reports implausible scores and still returns them', async () => {
    const { body } = await brigada.post(URL, { sexo: 'MASCULINO', edadDias: 987, longitud: 72.86, medida: 'acostado' });
    expect(body.ztalla).toBe(-6.09);
    expect(body.alertas).toEqual(['La talla para la edad está fuera de lo posible. Revisa la talla y la edad.']);
    expect(body.clasificacion.talla).toBe('Talla baja severa');
  });

  it('of a list is a list in the same order, up to 1,000', async () => {
    const list = Array.from({ length: 1000 }, (_, index) => ({ ...GIRL, edadDias: index }));
    const { status, body } = await brigada.post(URL, list);
    expect([status, body.length]).toEqual([200, 1000]);
    expect(body[96]).toMatchObject(GIRL_Z);
    expect(body[97].zpeso).toBeLessThan(body[96].zpeso);
    expect((await brigada.post(URL, [])).body).toEqual([]);
    expect(await problems([...list, GIRL])).toEqual([
      { msg: 'Envía como máximo 1000 evaluaciones a la vez', path: '' },
    ]);
  });
});

describe('invalid measurements', () => {
  const NO_AGE = 'Envía la edad en días, o la fecha de nacimiento y la fecha de la medición';
  const REQUIRED = 'Este campo es obligatorio';

  it('are all named at once', async () => {
    expect(await problems({ peso: 0.8, perimetro: 'x' })).toEqual([
      { msg: REQUIRED, path: 'sexo' },
      { msg: 'Debe estar entre 0,9 y 58 kg', path: 'peso' },
      { msg: 'Debe ser un número', path: 'perimetro' },
      { msg: NO_AGE, path: 'edadDias' },
    ]);
    expect(await problems(undefined)).toHaveLength(2);
  });

  it.each([
    [{ edadDias: -1 }, 'Debe estar entre 0 y 1856 días', 'edadDias'],
    [{ edadDias: 1857 }, 'Debe estar entre 0 y 1856 días', 'edadDias'],
    [{ edadDias: 1.5 }, 'Debe ser un número entero', 'edadDias'],
    [{ edadDias: null, fecha: '2026-01-01' }, REQUIRED, 'fechanacimiento'],
    [{ edadDias: null, fechanacimiento: '2026-01-01' }, REQUIRED, 'fecha'],
    [
      { edadDias: null, fechanacimiento: '2026-01-02', fecha: '2026-01-01' },
      'La fecha no puede ser anterior al nacimiento',
      'fecha',
    ],
    [
      { edadDias: null, fechanacimiento: '2020-01-01', fecha: '2025-02-01' },
      'La edad debe estar entre 0 y 60 meses',
      'fecha',
    ],
    [{ edadDias: null, fechanacimiento: '2020-02-30', fecha: '2021-01-01' }, /AAAA-MM-DD/, 'fechanacimiento'],
    [{ sexo: 'otro' }, 'Debe ser una de estas opciones: MASCULINO, FEMENINO', 'sexo'],
    [{ medida: 'sentado' }, 'Debe ser una de estas opciones: acostado, de pie', 'medida'],
    [{ edema: 'sí' }, 'Debe ser verdadero o falso', 'edema'],
    [{ peso: 58.1 }, 'Debe estar entre 0,9 y 58 kg', 'peso'],
    [{ longitud: 37.9 }, 'Debe estar entre 38 y 150 cm', 'longitud'],
    [{ longitud: 150.1 }, 'Debe estar entre 38 y 150 cm', 'longitud'],
    [{ perimetro: 24.9 }, 'Debe estar entre 25 y 64 cm', 'perimetro'],
    [{ perimetro: 64.1 }, 'Debe estar entre 25 y 64 cm', 'perimetro'],
  ])('are refused: %j', async (change, msg, path) => {
    const expected = { msg: typeof msg === 'string' ? msg : expect.stringMatching(msg), path };
    expect(await problems({ ...GIRL, ...change })).toEqual([expected]);
  });

  it('in a list are named with their index', async () => {
    const answered = await problems([GIRL, { ...GIRL, peso: 60 }, 7, { ...GIRL, sexo: '' }]);
    expect(answered).toEqual([
      { msg: 'Debe estar entre 0,9 y 58 kg', path: '1.peso' },
      { msg: 'Se esperaba un objeto con los datos de una niña o un niño', path: '2' },
      { msg: REQUIRED, path: '3.sexo' },
    ]);
  });

  it.each([0.9, 58])('exclude the bounds themselves: %d kg is accepted', async (peso) => {
    expect((await evaluate({ peso, edadDias: 1856, longitud: 38, perimetro: 25 })).status).toBe(200);
    expect((await evaluate({ peso, edadDias: 0, longitud: 150, perimetro: 64 })).status).toBe(200);
  });
});

it('an evaluation is for the roles of the booklet', async () => {
  const statuses = await Promise.all(
    ROLE_NAMES.map(async (role) => (await (await api.user(role)).post(URL, GIRL)).status),
  );
  expect(Object.fromEntries(ROLE_NAMES.map((role, index) => [role, statuses[index]]))).toEqual({
    ROLE_ADMINISTRADOR: 200,
    ROLE_SUPERVISOR: 200,
    ROLE_BRIGADA: 200,
    ROLE_USUARIO: 403,
  });
  expect((await api.anonymous.post(URL, GIRL)).status).toBe(401);
});
