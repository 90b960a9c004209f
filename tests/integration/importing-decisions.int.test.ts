import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { createRecord, newCedula } from '../support/factories.ts';
import { csvOf, imported, newLetters, rehearsed, rowsOf, work } from '../support/imports.ts';
import { readSheets } from '../support/spreadsheet.ts';
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

const path = (id: string, step: string) => `/api/importaciones/${id}/${step}`;
const WOMAN = ['HCU', 'Cédula', 'Nombres', 'Apellidos'];
const CHILD = ['HCU', 'Cédula', 'Cédula madre', 'Nombres', 'Apellidos', 'Fecha nacimiento'];

describe('a child that looks like a registered one', () => {
  let existing: { _id: string; cedula: string; cedulamadre: string; apellidos: string };
  let id: string;
  const document = newCedula();

  beforeEach(async () => {
    existing = (await createRecord(supervisor, 'nino', {
      ...{
        nombres: 'Sisa Valentina',
        apellidos: newLetters(),
        cedulamadre: newCedula(),
        fechanacimiento: '2025-09-17',
      },
    })) as unknown as typeof existing;
    const row = ['9', newCedula(), existing.cedulamadre, 'SISA VALENTNA', existing.apellidos, '17/09/2025'];
    id = (await rehearsed(api, supervisor, 'nino', csvOf(CHILD, [row])))._id;
  });

  it('waits for a decision: nothing is imported before', async () => {
    const [row] = await rowsOf(supervisor, id, 'parecida');
    expect(row.parecidas).toMatchObject([{ _id: existing._id, cedula: existing.cedula }]);
    expect((await supervisor.post(path(id, 'importar'))).body.code).toBe('nothingToImport');
    expect(document).toMatch(/^\d+$/);
  });

  it('as the same person changes her or his booklet, with the document of the file', async () => {
    const answer = await supervisor.put(path(id, 'decisiones'), { filas: [{ fila: 2, decision: 'misma' }] });
    expect(answer.body).toMatchObject({ estado: 'ensayando', porHacer: 1 });
    await work(api);
    const [row] = await rowsOf(supervisor, id, 'cambia');
    expect(row.cambios.map(({ campo }: { campo: string }) => campo)).toEqual(['hcu', 'cedula', 'nombres']);
    await imported(api, supervisor, id);
    expect((await supervisor.get(`/api/nino/${existing._id}`)).body).toMatchObject({
      nombres: 'SISA VALENTNA',
      version: 2,
    });
  });

  it('as another person becomes a booklet of its own', async () => {
    await supervisor.put(path(id, 'decisiones'), { todas: 'distinta' });
    await work(api);
    const done = await imported(api, supervisor, id);
    expect(done).toMatchObject({ creadas: 1, cambiadas: 0 });
    expect((await supervisor.get('/api/nino', { q: existing.apellidos })).body).toHaveLength(2);
  });

  it('is left out, and the decision can be taken back', async () => {
    await supervisor.put(path(id, 'decisiones'), { todas: 'omitir' });
    await work(api);
    expect((await supervisor.get(`/api/importaciones/${id}`)).body.totales).toMatchObject({ omitida: 1, parecida: 0 });
    await supervisor.put(path(id, 'decisiones'), { filas: [{ fila: 2, decision: null }] });
    await work(api);
    expect((await supervisor.get(`/api/importaciones/${id}`)).body.totales).toMatchObject({ omitida: 0, parecida: 1 });
  });

  it('cannot be declared to be a person that it does not resemble', async () => {
    const other = await createRecord(supervisor, 'nino', { nombres: 'OTRO', apellidos: newLetters() });
    const answer = await supervisor.put(path(id, 'decisiones'), {
      filas: [{ fila: 2, decision: 'misma', persona: other._id }],
    });
    expect(answer.body.totales).toMatchObject({ parecida: 1 });
  });
});

describe('a value that an option list does not have', () => {
  const VACCINE = ['Cédula', 'Clasificación', 'Vacuna', 'Dosis', 'Fecha', 'Lote', 'Vacunador', 'Establecimiento'];
  const fileFor = (cedula: string, vaccine: string) =>
    csvOf(VACCINE, [[cedula, '2 meses', vaccine, '1', '17/11/2025', 'R-1', 'rosa', '']]);

  it('is a problem for a supervisor, who may not add it', async () => {
    const { cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17' });
    const vaccine = `Nueva ${newLetters()}`;
    const read = await rehearsed(api, supervisor, 'vacuna', fileFor(cedula, vaccine));
    expect(read.opcionesNuevas).toEqual([{ campo: 'tipovacuna', valores: [vaccine], filas: 1 }]);
    const columnas = read.columnas.map(({ campo }: { campo: string | null }) => campo);
    const refused = await supervisor.put(path(read._id, 'columnas'), { columnas, agregar: ['tipovacuna'] });
    expect(refused.status).toBe(403);
    const wrong = await api.admin.put(path(read._id, 'columnas'), { columnas, agregar: ['lote'] });
    expect(wrong.status).toBe(400);
  });

  it('is added with the import when the administrator says so', async () => {
    const { _id, cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17' });
    const vaccine = `Nueva ${newLetters()}`;
    const read = await rehearsed(api, api.admin, 'vacuna', fileFor(cedula, vaccine));
    const columnas = read.columnas.map(({ campo }: { campo: string | null }) => campo);
    await api.admin.put(path(read._id, 'columnas'), { columnas, agregar: ['tipovacuna'] });
    await work(api);
    expect((await api.admin.get('/api/vacunaninotipo', { q: vaccine })).body).toEqual([]);
    expect(await imported(api, api.admin, read._id)).toMatchObject({ creadas: 1 });
    expect((await api.admin.get('/api/vacunaninotipo', { q: vaccine })).body).toMatchObject([{ tipo: vaccine }]);
    expect((await supervisor.get('/api/vacuna', { ninoId: _id })).body).toMatchObject([
      { esquema: [{ tipovacuna: vaccine }] },
    ]);
  });
});

describe('columns', () => {
  it('that a person chose are remembered for files with the same headers', async () => {
    const title = `Columna ${newLetters()}`;
    const file = csvOf(['HCU', 'Cédula', title, 'Apellidos'], [['1', newCedula(), newLetters(), newLetters()]]);
    const first = await rehearsed(api, supervisor, 'mujer', file);
    expect(first).toMatchObject({ estado: 'columnas', columnas: [{}, {}, { titulo: title, campo: null }, {}] });
    const missing = await supervisor.put(path(first._id, 'columnas'), {
      columnas: ['hcu', 'cedula', null, 'apellidos'],
    });
    expect(missing.body.message).toEqual([{ path: 'columnas', msg: 'Falta elegir la columna de: Nombres' }]);
    const twice = await supervisor.put(path(first._id, 'columnas'), {
      columnas: ['hcu', 'hcu', 'nombres', 'apellidos'],
    });
    expect(twice.body.message).toEqual([{ path: 'columnas', msg: 'Dos columnas no pueden llenar el mismo dato' }]);
    await supervisor.put(path(first._id, 'columnas'), { columnas: ['hcu', 'cedula', 'nombres', 'apellidos'] });
    await work(api);
    expect((await supervisor.get(`/api/importaciones/${first._id}`)).body).toMatchObject({
      estado: 'ensayada',
      totales: { nueva: 1 },
    });
    const second = await rehearsed(api, supervisor, 'mujer', file);
    expect(second).toMatchObject({ estado: 'ensayada', columnas: [{}, {}, { campo: 'nombres' }, {}] });
  });

  it('give cédulas back the zero that Excel removed', async () => {
    const file = Buffer.from('HCU,Cédula,Nombres,Apellidos\n1,603714023,ANA,QUISHPE\n2,603714024,EVA,ORTIZ\n');
    const read = await rehearsed(api, supervisor, 'mujer', file);
    expect(read).toMatchObject({ cerosPerdidos: 1, totales: { problema: 1, nueva: 1 } });
    const columnas = read.columnas.map(({ campo }: { campo: string | null }) => campo);
    await supervisor.put(path(read._id, 'columnas'), { columnas, ceros: true });
    await work(api);
    await imported(api, supervisor, read._id);
    expect((await supervisor.get('/api/mujer', { cedula: '0603714023' })).body).toHaveLength(1);
    expect((await supervisor.get('/api/mujer', { cedula: '603714024' })).body).toHaveLength(1);
  });
});

describe('the responsible account', () => {
  const woman = (responsable: string) => [['1', newCedula(), newLetters(), newLetters(), responsable]];
  const HEADERS = [...WOMAN, 'Responsable'];

  it('that does not exist, is inactive or records nothing is a problem of the row', async () => {
    const usuario = await api.user('ROLE_USUARIO');
    const left = await api.user('ROLE_BRIGADA');
    await api.admin.delete(`/api/users/${left.id}`);
    const rows = [
      ...woman('0102030405'),
      ...woman(usuario.cedula),
      ...woman(left.cedula),
      ...woman(brigade.cedula),
      ...woman(''),
    ];
    const read = await rehearsed(api, supervisor, 'mujer', csvOf(HEADERS, rows));
    expect(read.totales).toMatchObject({ problema: 3, nueva: 2 });
    const [first] = await rowsOf(supervisor, read._id, 'problema');
    expect(first.problemas).toMatchObject([
      {
        campo: 'responsable',
        valor: '0102030405',
        msg: 'Ninguna cuenta activa que registre libretas tiene esta cédula',
      },
    ]);
    await imported(api, supervisor, read._id);
    const creators = (await supervisor.get('/api/mujer', { q: String(rows[4]?.[1]) })).body;
    expect(creators).toMatchObject([{ createdBy: { _id: supervisor.id } }]);
  });

  it('chosen for all rows gets their booklets', async () => {
    const [row = []] = woman('');
    const read = await rehearsed(api, supervisor, 'mujer', csvOf(WOMAN, [row.slice(0, 4)]));
    const columnas = read.columnas.map(({ campo }: { campo: string | null }) => campo);
    const body = { columnas, responsable: brigade.id };
    expect(
      (await supervisor.put(path(read._id, 'columnas'), { ...body, responsable: crypto.randomUUID() })).status,
    ).toBe(400);
    expect((await supervisor.put(path(read._id, 'columnas'), body)).body.responsable).toMatchObject({
      _id: brigade.id,
    });
    await work(api);
    await imported(api, supervisor, read._id);
    expect((await brigade.get('/api/mujer', { q: String(row[1]) })).body).toHaveLength(1);
  });
});

it('a record names its person by the HCU too, unless several persons have it', async () => {
  const hcu = newLetters();
  const { _id } = await createRecord(supervisor, 'nino', { hcu, fechanacimiento: '2025-09-17' });
  const file = csvOf(['HCU', 'Fecha', 'Peso', 'Talla', 'PC'], [[hcu, '17/12/2025', '4,2', '58', '39']]);
  const read = await rehearsed(api, supervisor, 'control', file);
  await imported(api, supervisor, read._id);
  expect((await supervisor.get('/api/control', { ninoId: _id })).body).toHaveLength(1);
  await createRecord(supervisor, 'nino', { hcu });
  const [row] = await rowsOf(supervisor, (await rehearsed(api, supervisor, 'control', file))._id);
  expect(row.problemas).toMatchObject([{ campo: 'persona.hcu', msg: 'Hay 2 niños con esta HCU: usa la cédula' }]);
});

it('two records of one kind and day that differ from the row are a problem, an equal one is not', async () => {
  const { _id, cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17' });
  for (const peso of [4.2, 4.4])
    await createRecord(
      supervisor,
      'control',
      {
        fecha: '2025-12-17',
        edad: 3,
        peso,
        longitud: 58,
        perimetro: 39,
        lactmaterna: false,
        otrasleches: false,
        otrosalimento: false,
        micronutrientes: false,
        vitaminaA: false,
      },
      _id,
    );
  const row = (weight: string) => [cedula, '17/12/2025', weight, '58', '39'];
  const HEADERS = ['Cédula', 'Fecha', 'Peso', 'Talla', 'PC'];
  const states = async (weight: string) =>
    (await rowsOf(supervisor, (await rehearsed(api, supervisor, 'control', csvOf(HEADERS, [row(weight)])))._id)).map(
      ({ estado }: { estado: string }) => estado,
    );
  expect([await states('4,3'), await states('4,4')]).toEqual([['problema'], ['igual']]);
});

describe('files for people', () => {
  it('a template has the columns, an example and what each column takes, and its example is skipped', async () => {
    for (const definition of [RECORDS.nino, RECORDS.rn, RECORDS.vacuna]) {
      const answer = await supervisor.send({
        method: 'GET',
        url: '/api/importaciones/plantilla.xlsx',
        query: { tipo: definition.key },
      });
      expect(answer.status).toBe(200);
      const sheets = await readSheets(answer.bytes);
      expect(sheets).toMatchObject([{ rows: [{}, {}] }, { name: 'Qué lleva cada columna' }]);
      const read = await rehearsed(api, supervisor, definition.key, answer.bytes, 'plantilla.xlsx');
      expect(read).toMatchObject({ estado: 'fallida', fallo: expect.stringContaining('no tiene filas') });
    }
    expect((await supervisor.get('/api/importaciones/plantilla.xlsx', { tipo: 'otro' })).status).toBe(400);
  });

  it('the rows with problems come back as they were sent, with what is wrong, and can be sent again', async () => {
    const good = ['1', newCedula(), newLetters(), newLetters()];
    const bad = ['', newCedula(), '', newLetters()];
    const read = await rehearsed(api, supervisor, 'mujer', csvOf(WOMAN, [good, bad]));
    const { bytes, headers } = await supervisor.get(path(read._id, 'problemas.xlsx'));
    expect(headers['x-total-count']).toBe('1');
    const [sheet] = await readSheets(bytes);
    expect(sheet?.rows).toEqual([
      [...WOMAN, 'Problema'],
      [...bad, 'HCU: Este campo es obligatorio; Nombres: Este campo es obligatorio'],
    ]);
    const again = await rehearsed(api, supervisor, 'mujer', bytes, 'problemas.xlsx');
    expect(again).toMatchObject({ totales: { problema: 1 } });
  });
});
