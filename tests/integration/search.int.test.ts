import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import { type Body, createRecord } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let rosa: TestUser;
let luis: TestUser;
let supervisor: TestUser;
const ids: Record<string, string> = {};
beforeAll(async () => {
  api = await startTestApi();
  [rosa, luis, supervisor] = [
    await api.user('ROLE_BRIGADA'),
    await api.user('ROLE_BRIGADA'),
    await api.user('ROLE_SUPERVISOR'),
  ];
  const add = async (by: TestUser, kind: 'mujer' | 'nino', nombres: string, change: Body = {}) => {
    ids[nombres] = (await createRecord(by, kind, { nombres, apellidos: 'PILATAXI LEMA', ...change }))._id;
  };
  await add(rosa, 'mujer', 'LUZ MARÍA', { cedula: '0603714026', celular: '0991234567', hcu: '900' });
  await add(rosa, 'nino', 'SISA', { cedulamadre: '0603714026', celular: '', telfdomicilio: '', hcu: '9001' });
  await add(luis, 'nino', 'ЖИЖА', { cedulamadre: 'X-2', apellidos: 'OTRA', celular: '', telfdomicilio: '', hcu: '7' });
  await add(luis, 'nino', 'JHON', { cedulamadre: 'X-1', celular: '+593 99 123 4567', telfdomicilio: '', hcu: '19001' });
});
afterAll(() => api.close());

const search = async (by: TestUser, q: string, more: Record<string, string> = {}) =>
  (await by.get('/api/buscar', { q, ...more })).body as Body[];
const names = (rows: Body[]) => rows.map(({ nombres }) => nombres);

describe('GET /api/buscar', () => {
  it('finds women and children in one list, the newest first', async () => {
    expect(names(await search(supervisor, 'pilataxi'))).toEqual(['JHON', 'SISA', 'LUZ MARÍA']);
    expect(names(await search(supervisor, 'maria pila'))).toEqual(['LUZ MARÍA']);
    expect(names(await search(supervisor, 'pi', { limit: '1' }))).toEqual(['JHON']);
  });

  it.each([
    ['ri', ['LUZ MARÍA']],
    ['h', ['JHON']],
    ['is le', ['SISA']],
    ['ж', ['ЖИЖА']],
    ['иж', ['ЖИЖА']],
  ])('finds %s in the middle of a word too', async (q, wanted) => {
    expect(names(await search(supervisor, q))).toEqual(wanted);
  });

  it('puts an equal HCU before its beginnings, and these before its parts', async () => {
    expect(names(await search(supervisor, '900'))).toEqual(['LUZ MARÍA', 'SISA', 'JHON']);
  });

  it.each(['0991234567', '+593991234567', '099 123 4567', '0991'])('finds a telephone typed as %s', async (q) => {
    expect(names(await search(supervisor, q))).toEqual(['JHON', 'LUZ MARÍA']);
  });

  it("finds a child by its mother's document, after the mother herself", async () => {
    expect(names(await search(supervisor, '0603714026'))).toEqual(['LUZ MARÍA', 'SISA']);
  });

  it('shows a brigade only those in its custody, also after a hand-over', async () => {
    expect(names(await search(rosa, 'pilataxi'))).toEqual(['SISA', 'LUZ MARÍA']);
    expect(names(await search(luis, 'pilataxi'))).toEqual(['JHON']);
    const handover = { personas: [ids.JHON], a: rosa.id, motivo: 'Cambio de sector' };
    expect((await supervisor.post('/api/traspasos', handover)).status).toBe(200);
    expect(names(await search(rosa, 'pilataxi'))).toEqual(['JHON', 'SISA', 'LUZ MARÍA']);
    expect(names(await search(luis, 'pilataxi'))).toEqual([]);
  });

  it('shows the status of a child, and the week and the next appointment of a woman', async () => {
    const day = today();
    const mujerId = ids['LUZ MARÍA'];
    await createRecord(rosa, 'etmi', { fechaRealizacion: addDays(day, -15), semanaGestacion: 20 }, mujerId);
    await createRecord(rosa, 'controlmujer', { fechaatencion: day, fechaproxima: addDays(day, 28) }, mujerId);
    const [woman] = await search(rosa, 'luz');
    expect(woman).toMatchObject({ tipo: 'mujer', semanaGestacion: 22, proximaCita: addDays(day, 28) });
    expect(woman).not.toHaveProperty('estado');
    const [child] = await search(rosa, 'sisa');
    expect(child).toMatchObject({ tipo: 'nino', estado: 'No evaluado', zpeso: null });
    expect(child).not.toHaveProperty('semanaGestacion');
  });

  it('follows changes of the person at once', async () => {
    const [row] = await search(rosa, 'sisa');
    const { body: before } = await rosa.get(`/api/nino/${row?._id}`);
    await rosa.put(`/api/nino/${row?._id}`, { ...before, nombres: 'KURI', celular: '0987000111' });
    expect(names(await search(rosa, 'sisa'))).toEqual([]);
    expect(names(await search(rosa, '0987 000 111'))).toEqual(['KURI']);
    await rosa.delete(`/api/nino/${row?._id}`);
    expect(names(await search(rosa, 'kuri'))).toEqual([]);
  });

  it.each([
    ['without a text', {}],
    ['an empty text', { q: '' }],
    ['punctuation alone', { q: ' .-% ' }],
    ['a far too long text', { q: 'a'.repeat(201) }],
    ['100 kB', { q: 'a'.repeat(15_000) }],
    ['a limit above 20', { q: 'ana', limit: '21' }],
    ['a limit of 0', { q: 'ana', limit: '0' }],
  ])('refuses %s', async (_what, query) => {
    expect((await rosa.get('/api/buscar', query)).status).toBe(400);
  });

  it('treats % and _ as ordinary characters', async () => {
    expect(await search(supervisor, 'p%i')).toEqual([]);
    expect(await search(supervisor, 'pi_a')).toEqual([]);
  });

  it('is closed to accounts without booklets', async () => {
    const usuario = await api.user('ROLE_USUARIO');
    expect((await usuario.get('/api/buscar', { q: 'pila' })).status).toBe(403);
    expect((await api.anonymous.get('/api/buscar', { q: 'pila' })).status).toBe(401);
  });
});
