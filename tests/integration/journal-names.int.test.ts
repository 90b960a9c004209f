import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTIONS, ENTRY_KINDS } from '#domain/journal/journal.ts';
import { RECORDS } from '#domain/records/index.ts';
import { imported, rehearsed, womanFile, work } from '../support/imports.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it('journal entries name their person as long as the name is stored', async () => {
  const brigada = await api.user('ROLE_BRIGADA');
  const body = { ...RECORDS.nino.example, nombres: 'SISA', apellidos: 'GUALÁN' };
  const { _id } = (await brigada.post('/api/nino', body)).body;
  const namesNow = async () => {
    const { body: entries } = await api.admin.get('/api/auditoria', { persona: _id });
    return entries.map(({ accion, nombre }: { accion: string; nombre: string | null }) => [accion, nombre]);
  };
  await brigada.put(`/api/nino/${_id}`, { ...body, apellidos: 'GUALÁN TENESACA' });
  const called = 'SISA GUALÁN TENESACA';
  expect(await namesNow()).toEqual([
    ['editar', called],
    ['crear', called],
  ]);
  await brigada.delete(`/api/nino/${_id}`);
  expect(await namesNow()).toEqual([
    ['eliminar', called],
    ['editar', called],
    ['crear', called],
  ]);
  await api.admin.post(`/api/auditoria/personas/${_id}/borrar`, { motivo: 'Lo pidió su madre' });
  expect(await namesNow()).toEqual([
    ['borrar', null],
    ['eliminar', null],
    ['editar', null],
    ['crear', null],
  ]);
  const { body: others } = await api.admin.get('/api/auditoria', { accion: 'entrar' });
  expect(others.map(({ nombre }: { nombre: unknown }) => nombre)).toContain(null);
});

it('the exported journal shows fields by their labels', async () => {
  const brigada = await api.user('ROLE_BRIGADA');
  const body = { ...RECORDS.mujer.example, cedula: '0603714099' };
  const { _id } = (await brigada.post('/api/mujer', body)).body;
  await brigada.put(`/api/mujer/${_id}`, { ...body, celular: '0991112223' });
  const { text } = await api.admin.get('/api/auditoria/exportar.csv', { persona: _id, accion: 'editar' });
  expect(text).toContain('Celular: 0900000000 → 0991112223');
  expect(text).toContain('LUZ MARÍA TENESACA PILCO');
});

it('an import and its undoing are named as such, with what they did, in the list and in the file', async () => {
  const { _id } = await rehearsed(api, api.admin, 'mujer', womanFile(), 'mujeres.csv');
  await imported(api, api.admin, _id);
  await api.admin.post(`/api/importaciones/${_id}/deshacer`);
  await work(api);
  for (const [accion, text] of [
    ['importar', 'Filas creadas: N/A → 1'],
    ['deshacer', 'Filas: N/A → 1'],
  ] as const) {
    const query = { tipo: 'importacion', accion };
    const { body: entries } = await api.admin.get('/api/auditoria', query);
    expect(entries).toMatchObject([{ accion, tipo: 'importacion', registro: _id, persona: null, nombre: null }]);
    const { text: file } = await api.admin.get('/api/auditoria/exportar.csv', query);
    for (const part of [ACTIONS[accion], ENTRY_KINDS.importacion, 'mujeres.csv', text]) expect(file).toContain(part);
  }
  const { text: created } = await api.admin.get('/api/auditoria/exportar.csv', { tipo: 'mujer', accion: 'crear' });
  expect(created).toContain('Importado de: N/A → mujeres.csv, fila 2');
});
