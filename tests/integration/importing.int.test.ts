import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { createRecord, newCedula } from '../support/factories.ts';
import { csvOf, imported, newLetters, rehearsed, rowsOf, sendFile, work } from '../support/imports.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let supervisor: TestUser;
let brigade: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  supervisor = await api.user('ROLE_SUPERVISOR');
  brigade = await api.user('ROLE_BRIGADA');
});
afterAll(() => api.close());

const CHILD = [
  'HCU',
  'Cédula',
  'Cédula de la madre',
  'Nombres',
  'Apellidos',
  'Fecha de nacimiento',
  'Sexo',
  'Responsable',
];
let births = 0;
/** Children of one birth date with alike names are likely one child. */
const newBirth = () => {
  births += 1;
  return addDays('2025-01-01', births);
};
const child = (
  cedula: string,
  change: Partial<Record<'nombres' | 'apellidos' | 'birth' | 'sexo' | 'responsable', string>> = {},
) => [
  '123',
  cedula,
  newCedula(),
  change.nombres ?? 'Ñusta Raquel',
  change.apellidos ?? newLetters(),
  change.birth ?? newBirth(),
  change.sexo ?? 'F',
  change.responsable ?? brigade.cedula,
];

describe('children from a file', () => {
  it('become booklets of the named account, once, with the journal naming file and row', async () => {
    const [one, other] = [newCedula(), newCedula()];
    const file = csvOf(CHILD, [child(one, { birth: '17/09/2025' }), child(other, { sexo: 'M' })]);
    const read = await rehearsed(api, supervisor, 'nino', file, 'niños.csv');
    expect(read).toMatchObject({ estado: 'ensayada', filas: 2, totales: { nueva: 2 } });
    expect((await supervisor.get('/api/nino', { q: one })).body).toEqual([]);
    const done = await imported(api, supervisor, read._id);
    expect(done).toMatchObject({ estado: 'importada', creadas: 2, totales: { importada: 2 } });
    const [stored] = (await brigade.get('/api/nino', { q: one })).body;
    expect(stored).toMatchObject({
      ...{
        cedula: one,
        nombres: 'ÑUSTA RAQUEL',
        fechanacimiento: '2025-09-17',
        sexo: 'FEMENINO',
        estado: 'No evaluado',
      },
      createdBy: { _id: brigade.id },
    });
    const [entry] = (await supervisor.get(`/api/nino/${stored._id}/historial`)).body;
    expect(entry).toMatchObject({ accion: 'crear', quien: { cedula: supervisor.cedula } });
    expect(entry.cambios).toContainEqual({ campo: 'importado', antes: null, despues: 'niños.csv, fila 2' });

    const again = await rehearsed(api, supervisor, 'nino', file, 'niños.csv');
    expect(again.totales).toMatchObject({ igual: 2, nueva: 0, cambia: 0 });
    expect((await supervisor.post(`/api/importaciones/${again._id}/importar`)).body).toMatchObject({
      code: 'nothingToImport',
    });
  });

  it('a mended file changes what was mended, and nothing else', async () => {
    const cedula = newCedula();
    const row1 = child(cedula);
    const first = await rehearsed(api, supervisor, 'nino', csvOf(CHILD, [row1]));
    await imported(api, supervisor, first._id);
    const mended = row1.map((cell) => (cell === 'Ñusta Raquel' ? 'Ñusta Isabel' : cell));
    const second = await rehearsed(api, supervisor, 'nino', csvOf(CHILD, [mended]));
    const [row] = await rowsOf(supervisor, second._id, 'cambia');
    expect(row.cambios).toEqual([
      { campo: 'nombres', titulo: 'Nombres', antes: 'ÑUSTA RAQUEL', despues: 'ÑUSTA ISABEL' },
    ]);
    await imported(api, supervisor, second._id);
    const [stored] = (await supervisor.get('/api/nino', { q: cedula })).body;
    expect(stored).toMatchObject({ nombres: 'ÑUSTA ISABEL', sexo: 'FEMENINO', version: 2 });
  });
});

describe('controls', () => {
  const CONTROL = ['Cédula', 'Fecha', 'Peso (kg)', 'Talla', 'PC'];

  it('update the status of their children, and the warnings are kept', async () => {
    const { _id, cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17', sexo: 'FEMENINO' });
    const file = csvOf(CONTROL, [
      [cedula, '17/12/2025', '4,2', '58', '39'],
      [cedula, '17/01/2026', '4,9', '57,5', '40'],
    ]);
    const read = await rehearsed(api, supervisor, 'control', file);
    expect(read).toMatchObject({ estado: 'ensayada', totales: { nueva: 2 } });
    await imported(api, supervisor, read._id);
    const controls = (await supervisor.get('/api/control', { ninoId: _id })).body;
    expect(controls.map(({ fecha, edad, peso }: Record<string, unknown>) => [fecha, edad, peso])).toEqual(
      expect.arrayContaining([
        ['2025-12-17', 3, 4.2],
        ['2026-01-17', 4, 4.9],
      ]),
    );
    expect((await supervisor.get(`/api/nino/${_id}`)).body.estado).toBe('Normal');
    const rows = await rowsOf(supervisor, read._id);
    expect(rows[1].advertencias).toMatchObject([
      { campo: 'longitud', msg: 'Mide 0,50 cm menos que el último control. Revisa la medida.' },
    ]);
    const again = await rehearsed(api, supervisor, 'control', file);
    expect(again.totales).toMatchObject({ igual: 2 });
  });

  it('of an unknown child, with wrong values or of a contradicting row are problems in the words of the form', async () => {
    const { cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17' });
    const read = await rehearsed(
      api,
      supervisor,
      'control',
      csvOf(CONTROL, [
        ['9999999990', '17/12/2025', '4,2', '58', '39'],
        [cedula, '17/12/2025', '240', 'x', '39'],
        [cedula, '18/12/2025', '4,2', '58', '39'],
        [cedula, '18/12/2025', '4,3', '58', '39'],
        [cedula, '18/12/2025', '4,2', '58', '39'],
      ]),
    );
    const rows = await rowsOf(supervisor, read._id);
    expect(rows.map(({ estado }: { estado: string }) => estado)).toEqual([
      'problema',
      'problema',
      'nueva',
      'problema',
      'igual',
    ]);
    expect(rows[1].problemas).toEqual([
      { campo: 'peso', titulo: 'Peso (kg)', valor: '240', msg: 'Debe estar entre 2 y 24 kg' },
      { campo: 'longitud', titulo: 'Longitud (cm)', valor: 'x', msg: 'Debe ser un número' },
    ]);
    expect(rows[3].problemas[0].msg).toBe('La fila 4 ya tiene este registro con otros datos');
  });
});

it('an import is undone as a whole, except for what was changed since', async () => {
  const [one, other] = [newCedula(), newCedula()];
  const read = await rehearsed(api, supervisor, 'nino', csvOf(CHILD, [child(one), child(other)]));
  await imported(api, supervisor, read._id);
  const [kept] = (await supervisor.get('/api/nino', { q: other })).body;
  await createRecord(supervisor, 'control', { fecha: '2026-01-17' }, kept._id);
  expect((await supervisor.post(`/api/importaciones/${read._id}/deshacer`)).status).toBe(200);
  await work(api);
  const after = (await supervisor.get(`/api/importaciones/${read._id}`)).body;
  expect(after).toMatchObject({ estado: 'deshecha', totales: { deshecha: 1, conservada: 1 } });
  expect((await supervisor.get('/api/nino', { q: one })).body).toEqual([]);
  expect((await supervisor.get('/api/nino', { q: other })).body).toHaveLength(1);
  const deleted = (await api.admin.get('/api/auditoria/eliminados', { tipo: 'nino' })).body;
  expect(JSON.stringify(deleted)).toContain(one);
  const again = await rehearsed(api, supervisor, 'nino', csvOf(CHILD, [child(one)]));
  await imported(api, supervisor, again._id);
  expect((await supervisor.get('/api/nino', { q: one })).body).toHaveLength(1);
});

it('a brigade may not import', async () => {
  expect((await sendFile(brigade, 'nino', 'x')).status).toBe(403);
});
