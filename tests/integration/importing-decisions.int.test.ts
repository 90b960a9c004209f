import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { journal } from '#server/db/schema.ts';
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
const CONTROL = ['Cédula', 'Fecha', 'Peso', 'Talla', 'PC'];
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
    expect(answer).toMatchObject({ status: 409, body: { code: 'importState' } });
    expect((await supervisor.get(`/api/importaciones/${id}`)).body.totales).toMatchObject({ parecida: 1 });
  });

  it('can still be declared to be that person after it was declared to be another one', async () => {
    await supervisor.put(path(id, 'decisiones'), { todas: 'distinta' });
    await work(api);
    const filas = [{ fila: 2, decision: 'misma', persona: existing._id }];
    expect((await supervisor.put(path(id, 'decisiones'), { filas })).status).toBe(200);
    await work(api);
    expect((await supervisor.get(`/api/importaciones/${id}`)).body.totales).toMatchObject({ cambia: 1 });
  });
});

it('a row that contradicts an omitted one counts', async () => {
  const document = newCedula();
  const rows = [newLetters(), newLetters()].map((name, at) => [String(at), document, name, name]);
  const { _id } = await rehearsed(api, supervisor, 'mujer', csvOf(WOMAN, rows));
  const totals = async () => (await supervisor.get(`/api/importaciones/${_id}`)).body.totales;
  expect(await totals()).toMatchObject({ nueva: 1, problema: 1 });
  await supervisor.put(path(_id, 'decisiones'), { filas: [{ fila: 2, decision: 'omitir' }] });
  await work(api);
  expect(await totals()).toMatchObject({ omitida: 1, nueva: 1, problema: 0 });
});

it('two rows declared to be one person do not overwrite each other', async () => {
  const apellidos = newLetters();
  const cedulamadre = newCedula();
  const child = { nombres: 'Sisa Valentina', apellidos, cedulamadre, fechanacimiento: '2025-09-17' };
  const existing = await createRecord(supervisor, 'nino', child);
  const rows = ['SISA VALENTNA', 'SISA BALENTINA'].map((name, at) => [
    ...[String(at), newCedula(), cedulamadre, name, apellidos, '17/09/2025'],
  ]);
  const { _id } = await rehearsed(api, supervisor, 'nino', csvOf(CHILD, rows));
  await supervisor.put(path(_id, 'decisiones'), { todas: 'misma' });
  await work(api);
  expect((await supervisor.get(`/api/importaciones/${_id}`)).body.totales).toMatchObject({ cambia: 1, problema: 1 });
  expect((await rowsOf(supervisor, _id, 'problema'))[0].problemas).toMatchObject([
    { msg: 'La fila 2 ya tiene este registro con otros datos' },
  ]);
  expect(await imported(api, supervisor, _id)).toMatchObject({ creadas: 0, cambiadas: 1 });
  expect((await supervisor.get(`/api/nino/${existing._id}`)).body).toMatchObject({ nombres: 'SISA VALENTNA' });
});

it('of two equal rows one stands for the record, in whatever order they are rehearsed', async () => {
  const woman = ['1', newCedula(), newLetters(), newLetters()];
  const { _id, columnas } = await rehearsed(api, supervisor, 'mujer', csvOf(WOMAN, [woman, woman]));
  const totals = async () => (await supervisor.get(`/api/importaciones/${_id}`)).body.totales;
  expect(await totals()).toMatchObject({ nueva: 1, igual: 1 });
  await supervisor.put(path(_id, 'decisiones'), { filas: [{ fila: 2, decision: 'omitir' }] });
  await work(api);
  const campos = columnas.map(({ campo }: { campo: string }) => campo);
  await supervisor.put(path(_id, 'columnas'), { columnas: campos });
  await work(api);
  expect(await totals()).toMatchObject({ omitida: 1, nueva: 1 });
  await supervisor.put(path(_id, 'decisiones'), { filas: [{ fila: 2, decision: null }] });
  await work(api);
  expect(await rowsOf(supervisor, _id, 'igual')).toMatchObject([{ fila: 2, nota: 'Repite la fila 3' }]);
  expect(await imported(api, supervisor, _id)).toMatchObject({ estado: 'importada', creadas: 1 });
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

describe('an option that an administrator allowed', () => {
  const VACCINE = ['Cédula', 'Clasificación', 'Vacuna', 'Dosis', 'Fecha', 'Lote', 'Vacunador', 'Establecimiento'];

  it('gets one spelling in all rows, and the journal names the administrator, whoever imports', async () => {
    const { _id, cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17' });
    const vaccine = `Nueva ${newLetters()}`;
    // More rows than one batch has.
    const rows = Array.from({ length: 170 }, (_, at) => [
      ...[cedula, '2 meses', at % 2 === 0 ? vaccine : vaccine.toUpperCase(), '1', addDays('2025-11-17', at)],
      ...['R-1', 'rosa', ''],
    ]);
    const read = await rehearsed(api, supervisor, 'vacuna', csvOf(VACCINE, rows));
    const columnas = read.columnas.map(({ campo }: { campo: string | null }) => campo);
    await api.admin.put(path(read._id, 'columnas'), { columnas, agregar: ['tipovacuna'] });
    await work(api);
    // Another choice of a supervisor keeps what the administrator allowed.
    expect((await supervisor.put(path(read._id, 'columnas'), { columnas, ceros: true })).status).toBe(200);
    await work(api);
    expect(await imported(api, supervisor, read._id)).toMatchObject({ creadas: 170, totales: { importada: 170 } });
    const stored: { esquema: { tipovacuna: string }[] }[] = (await supervisor.get('/api/vacuna', { ninoId: _id })).body;
    expect(new Set(stored.map(({ esquema }) => esquema[0]?.tipovacuna))).toEqual(new Set([vaccine]));
    const entries = await api.database.db
      .select()
      .from(journal)
      .where(and(eq(journal.kind, 'vacunaninotipo'), sql`${journal.after}::text like ${`%${vaccine}%`}`));
    expect(entries).toMatchObject([{ action: 'crear', actor: api.admin.id }]);
  });

  describe('for one column', () => {
    const importAllowed = async () => {
      const { cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17' });
      const [allowed, other] = [`Nueva ${newLetters()}`, `Basura ${newLetters()}`];
      const row = [cedula, '2 meses', allowed, '1', '17/11/2025', 'R-1', 'rosa', '', other];
      const { _id, columnas } = await rehearsed(api, supervisor, 'vacuna', csvOf([...VACCINE, 'Basura'], [row]));
      // Columns are chosen as in the latest import with these headers, so the two are chosen here.
      const choice = (field: number, unused: number): (string | null)[] =>
        columnas.map(({ campo }: { campo: string | null }, at: number) =>
          at === field ? 'tipovacuna' : at === unused ? null : campo,
        );
      const [chosen, moved] = [choice(2, 8), choice(8, 2)];
      await api.admin.put(path(_id, 'columnas'), { columnas: chosen, agregar: ['tipovacuna'] });
      await work(api);
      return { _id, allowed, other, chosen, moved };
    };

    it('is allowed for no other one that a supervisor chooses', async () => {
      const { _id, other, chosen, moved } = await importAllowed();
      const answer = await supervisor.put(path(_id, 'columnas'), { columnas: moved });
      expect(answer).toMatchObject({ status: 200, body: { agregar: [] } });
      await work(api);
      expect((await supervisor.post(path(_id, 'importar'))).body.code).toBe('nothingToImport');
      expect((await supervisor.get('/api/vacunaninotipo', { q: other })).body).toEqual([]);
      // What was allowed for the first column is not stored any more.
      const back = await supervisor.put(path(_id, 'columnas'), { columnas: chosen });
      expect(back).toMatchObject({ status: 200, body: { agregar: [] } });
    });

    it('is refused for another one to a supervisor who sends it, and keeps the import as it was', async () => {
      const { _id, moved, chosen } = await importAllowed();
      const answer = await supervisor.put(path(_id, 'columnas'), { columnas: moved, agregar: ['tipovacuna'] });
      expect(answer.status).toBe(403);
      const { agregar, columnas } = (await supervisor.get(`/api/importaciones/${_id}`)).body;
      expect(agregar).toEqual(['tipovacuna']);
      expect(columnas.map(({ campo }: { campo: string | null }) => campo)).toEqual(chosen);
    });

    it('keeps its column when a supervisor moves another one', async () => {
      const { _id, allowed, chosen } = await importAllowed();
      const columnas = chosen.map((field) => (field === 'establecimiento' ? null : field));
      const answer = await supervisor.put(path(_id, 'columnas'), { columnas });
      expect(answer).toMatchObject({ status: 200, body: { agregar: ['tipovacuna'] } });
      await work(api);
      expect(await imported(api, supervisor, _id)).toMatchObject({ creadas: 1 });
      expect((await supervisor.get('/api/vacunaninotipo', { q: allowed })).body).toMatchObject([{ tipo: allowed }]);
    });

    it('moves with it when an administrator chooses another one, in the name of that one', async () => {
      const { _id, other, moved } = await importAllowed();
      const second = await api.user('ROLE_ADMINISTRADOR');
      const answer = await second.put(path(_id, 'columnas'), { columnas: moved });
      expect(answer).toMatchObject({ status: 200, body: { agregar: ['tipovacuna'] } });
      await work(api);
      expect(await imported(api, supervisor, _id)).toMatchObject({ creadas: 1 });
      const entries = await api.database.db
        .select()
        .from(journal)
        .where(and(eq(journal.kind, 'vacunaninotipo'), sql`${journal.after}::text like ${`%${other}%`}`));
      expect(entries).toMatchObject([{ action: 'crear', actor: second.id }]);
    });
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

it('a column that states another unit is refused, also when it is chosen by hand', async () => {
  const { cedula } = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-09-17' });
  const file = csvOf(
    ['Cédula', 'Fecha', 'Peso (lb)', 'Masa', 'Talla', 'PC'],
    [[cedula, '17/12/2025', '15,4', '7', '58', '39']],
  );
  const { _id, estado, columnas } = await rehearsed(api, supervisor, 'control', file);
  expect(estado).toBe('columnas');
  const withWeightAt = (place: number) => ({
    columnas: columnas.map(({ campo }: { campo: string | null }, at: number) => (at === place ? 'peso' : campo)),
  });
  const refused = await supervisor.put(path(_id, 'columnas'), withWeightAt(2));
  expect(refused.status).toBe(400);
  expect(refused.body.message).toMatchObject([
    { path: 'columnas', msg: expect.stringContaining('«Peso (lb)» no está en la unidad de Peso (kg).') },
  ]);
  expect((await supervisor.get(`/api/importaciones/${_id}`)).body).toMatchObject({ estado, columnas });
  expect((await supervisor.put(path(_id, 'columnas'), withWeightAt(3))).status).toBe(200);
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

it('an empty cell of a stored record changes nothing, although the form requires it', async () => {
  const child = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-01-10' });
  const row = [child.cedula, '10/06/2025', '7.1', '66', '43'];
  const first = await rehearsed(api, supervisor, 'control', csvOf(CONTROL, [row]));
  await imported(api, supervisor, first._id);
  const again = await rehearsed(
    api,
    supervisor,
    'control',
    csvOf(CONTROL, [[child.cedula, '10/06/2025', '7.4', '', '']]),
  );
  const [change] = await rowsOf(supervisor, again._id, 'cambia');
  expect(change.cambios).toMatchObject([{ campo: 'peso', antes: '7,10', despues: '7,40' }]);
});

it('warnings look at earlier rows of the file too', async () => {
  const child = await createRecord(supervisor, 'nino', { fechanacimiento: '2025-01-10' });
  const rows = [
    [child.cedula, '10/06/2025', '7.1', '66', '43'],
    [child.cedula, '10/08/2025', '7.4', '60', '43'],
  ];
  const read = await rehearsed(api, supervisor, 'control', csvOf(CONTROL, rows));
  const warned = async (estado: string) =>
    (await rowsOf(supervisor, read._id, estado)).map(
      ({ advertencias }: { advertencias: unknown[] }) => advertencias.length,
    );
  expect(await warned('nueva')).toEqual([0, 1]);
  expect(read.advertidas).toBe(1);
  expect(await rowsOf(supervisor, read._id, 'advertida')).toMatchObject([{ fila: 3, estado: 'nueva' }]);
  await imported(api, supervisor, read._id);
  expect(await warned('importada')).toEqual([0, 1]);
  await supervisor.post(path(read._id, 'deshacer'));
  await work(api);
  expect((await supervisor.get(`/api/importaciones/${read._id}`)).body).toMatchObject({
    estado: 'deshecha',
    advertidas: 0,
  });
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

  it('the rows with problems name the sex of an M that the other rows explain', async () => {
    const rows = [
      ['1', newCedula(), newCedula(), newLetters(), newLetters(), '17/09/2025', 'F'],
      ['2', newCedula(), newCedula(), newLetters(), newLetters(), '32/01/2026', 'M'],
    ];
    const { _id } = await rehearsed(api, supervisor, 'nino', csvOf([...CHILD, 'Sexo'], rows));
    const { bytes } = await supervisor.get(path(_id, 'problemas.xlsx'));
    const [sheet] = await readSheets(bytes);
    expect(sheet?.rows[1]?.slice(5, 7)).toEqual(['32/01/2026', 'MASCULINO']);
    const alone = await rehearsed(api, supervisor, 'nino', csvOf([...CHILD, 'Sexo'], [rows[1] as string[]]));
    expect((await rowsOf(supervisor, alone._id, 'problema'))[0].problemas).toContainEqual(
      expect.objectContaining({ campo: 'sexo', msg: '«M» puede ser masculino o mujer: escribe MASCULINO o FEMENINO' }),
    );
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
