import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOKLET_CODE } from '#domain/booklet-code.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { bookletCode, journal } from '#server/db/schema.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { createRecord } from '../support/factories.ts';
import { createReader, inventoryOf } from '../support/feed.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let rosa: TestUser;
let luis: TestUser;
let supervisor: TestUser;
let child: string;
beforeAll(async () => {
  api = await startTestApi();
  [rosa, luis, supervisor] = [
    await api.user('ROLE_BRIGADA'),
    await api.user('ROLE_BRIGADA'),
    await api.user('ROLE_SUPERVISOR'),
  ];
});
afterAll(() => api.close());
beforeEach(async () => {
  child = (await createRecord(rosa, 'nino'))._id;
});

const codeOf = async (by: TestUser, id = child, kind: PersonKind = 'nino') =>
  (await by.get(`/api/${kind}/${id}/codigo`)).body.codigo as string;
const renew = (by: TestUser, id = child) => by.post(`/api/nino/${id}/codigo`, {});
const open = (by: TestUser, code: string) => by.get(`/api/codigos/${code}`);
const opens = async (by: TestUser, code: string) => (await open(by, code)).status === 200;
const rowsOf = (id: string) => api.database.db.select().from(bookletCode).where(eq(bookletCode.persona, id));

describe('the code of a booklet', () => {
  it('is random, is made once, and opens the booklet of a child or woman', async () => {
    const code = await codeOf(rosa);
    expect(code).toMatch(BOOKLET_CODE);
    expect(await codeOf(supervisor)).toBe(code);
    expect((await open(rosa, code)).body).toEqual({ tipo: 'nino', _id: child });
    const woman = (await createRecord(rosa, 'mujer'))._id;
    const hers = await codeOf(rosa, woman, 'mujer');
    expect(hers).not.toBe(code);
    expect((await open(rosa, hers)).body).toEqual({ tipo: 'mujer', _id: woman });
  });

  it('is the same for eight who ask for the first one at once', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(rosa)));
    expect(new Set(codes).size).toBe(1);
    expect(await rowsOf(child)).toHaveLength(1);
  });

  it.each(['low', 'out'] as const)(
    'is not made while the disk space is %s; an earlier one is still read',
    async (room) => {
      const other = (await createRecord(rosa, 'nino'))._id;
      const code = await codeOf(rosa, other);
      const app = await buildApp({ database: { ...api.database, room: () => room }, secret: SECRET });
      const reader = new ApiClient(app, rosa.token);
      expect((await reader.get(`/api/nino/${child}/codigo`)).status).toBe(507);
      expect((await reader.get(`/api/nino/${other}/codigo`)).body.codigo).toBe(code);
      await app.close();
      expect(await rowsOf(child)).toEqual([]);
    },
  );

  it('is not made for a stranger, an unknown person, or a person of the other kind', async () => {
    expect((await luis.get(`/api/nino/${child}/codigo`)).status).toBe(404);
    expect((await rosa.get(`/api/mujer/${child}/codigo`)).status).toBe(404);
    expect((await supervisor.get(`/api/nino/${crypto.randomUUID()}/codigo`)).status).toBe(404);
    expect(await rowsOf(child)).toEqual([]);
  });

  it('opens nothing for a stranger, an account without booklets, or a visitor', async () => {
    const code = await codeOf(rosa);
    const stranger = await open(luis, code);
    const unknown = await open(luis, 'A'.repeat(22));
    expect([stranger.status, stranger.body]).toEqual([404, unknown.body]);
    expect((await open(await api.user('ROLE_USUARIO'), code)).status).toBe(403);
    expect((await api.anonymous.get(`/api/codigos/${code}`)).status).toBe(401);
  });

  it.each(['A'.repeat(21), 'A'.repeat(23), 'A'.repeat(5_000), `${'A'.repeat(21)}%00`, `${'A'.repeat(21)}%27`, '%25'])(
    'is not searched where it cannot be one: %s',
    async (code) => {
      expect([400, 404, 414]).toContain((await open(supervisor, code)).status);
    },
  );

  it('differs from another one even in the case of a letter', async () => {
    const code = await codeOf(rosa);
    const other = [...code].map((letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()));
    expect(await opens(rosa, other.join(''))).toBe(false);
  });

  it('follows a hand-over: the former custodian no longer opens it, the new one does', async () => {
    const code = await codeOf(rosa);
    await supervisor.post('/api/traspasos', { personas: [child], a: luis.id, motivo: 'Cambió de sector' });
    expect([await opens(rosa, code), await opens(luis, code)]).toEqual([false, true]);
    expect((await rosa.get(`/api/nino/${child}/codigo`)).status).toBe(404);
    expect(await codeOf(luis)).toBe(code);
  });

  it('opens nothing while the person is deleted, and the same booklet after a restoration', async () => {
    const code = await codeOf(rosa);
    await rosa.delete(`/api/nino/${child}`);
    expect(await opens(supervisor, code)).toBe(false);
    expect((await rosa.get(`/api/nino/${child}/codigo`)).status).toBe(404);
    expect((await renew(supervisor)).status).toBe(404);
    expect((await api.admin.post(`/api/auditoria/eliminados/${child}/restaurar`, {})).status).toBe(200);
    expect((await open(rosa, code)).body._id).toBe(child);
    expect(await codeOf(rosa)).toBe(code);
  });

  it('is erased with the person', async () => {
    const code = await codeOf(rosa);
    await api.admin.post(`/api/auditoria/personas/${child}/borrar`, { motivo: 'Lo pidió su madre' });
    expect(await opens(api.admin, code)).toBe(false);
    expect(await rowsOf(child)).toEqual([]);
  });

  it('does not stay behind when it is asked for while the person is erased', async () => {
    const reads = Array.from({ length: 4 }, () => rosa.get(`/api/nino/${child}/codigo`));
    const erasing = api.admin.post(`/api/auditoria/personas/${child}/borrar`, { motivo: 'Lo pidió su madre' });
    const [erased, ...answers] = await Promise.all([erasing, ...reads]);
    expect(erased.status).toBe(200);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(await rowsOf(child)).toEqual([]);
  });
});

describe('the renewal of a code', () => {
  it('ends the old one at once and leaves one entry without any code', async () => {
    const old = await codeOf(rosa);
    const { status, body } = await renew(supervisor);
    expect([status, body.message]).toEqual([
      200,
      'La libreta tiene un código nuevo. Los códigos impresos antes ya no la abren.',
    ]);
    expect([await opens(rosa, old), await opens(rosa, body.codigo)]).toEqual([false, true]);
    expect(await codeOf(rosa)).toBe(body.codigo);
    const entries = await api.database.db.select().from(journal).where(eq(journal.person, child));
    const renewed = entries.filter(({ action }) => action === 'renovar');
    expect(renewed).toMatchObject([{ kind: 'nino', about: child, actor: supervisor.id, before: null, after: null }]);
    const [shown] = (await rosa.get(`/api/nino/${child}/historial`)).body;
    expect(shown).toMatchObject({ accion: 'renovar', tipo: 'nino', cambios: [] });
    for (const code of [old, body.codigo]) expect(JSON.stringify(entries)).not.toContain(code);
  });

  it('is refused to a brigade, also to the custodian', async () => {
    const code = await codeOf(rosa);
    expect((await renew(rosa)).status).toBe(403);
    expect((await api.anonymous.post(`/api/nino/${child}/codigo`, {})).status).toBe(401);
    expect(await opens(rosa, code)).toBe(true);
  });

  it('leaves exactly one valid code when several renew at once', async () => {
    const answers = await Promise.all([supervisor, api.admin, supervisor, api.admin].map((by) => renew(by)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const codes = answers.map(({ body }) => body.codigo as string);
    expect(new Set(codes).size).toBe(4);
    const valid = [];
    for (const code of codes) if (await opens(rosa, code)) valid.push(code);
    expect(valid).toEqual([await codeOf(rosa)]);
  });

  it('makes the first code where there was none', async () => {
    const { body } = await renew(api.admin);
    expect(await codeOf(rosa)).toBe(body.codigo);
  });
});

describe('the device of the custodian', () => {
  it('gets the code when it is made and when it is renewed', async () => {
    const reader = createReader(api, rosa);
    await reader.pull();
    expect(reader.held.get(child)?.codigo).toBeNull();
    const code = await codeOf(rosa);
    await reader.pull();
    expect(reader.held.get(child)?.codigo).toBe(code);
    const { body } = await renew(supervisor);
    await reader.pull();
    expect(reader.held.get(child)?.codigo).toBe(body.codigo);
    expect(reader.inventory()).toEqual(await inventoryOf(rosa));
  });

  it('is not told of a booklet again whose code was only read', async () => {
    await codeOf(rosa);
    const before = await inventoryOf(rosa);
    await codeOf(rosa);
    expect(await inventoryOf(rosa)).toEqual(before);
  });
});
