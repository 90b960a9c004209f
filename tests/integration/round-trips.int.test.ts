import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD_LIST } from '#domain/records/index.ts';
import { type Body, bodyWith, createRecord, recordOf } from '../support/factories.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

let api: TestApi;
let brigada: TestUser;
let woman: Body;
let child: Body;
beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  woman = await createRecord(brigada, 'mujer');
  child = await createRecord(brigada, 'nino');
  for (const day of ['2026-02-03', '2026-02-27']) await createRecord(brigada, 'control', { fecha: day }, child._id);
});
afterAll(() => api.close());

const DECISION = 'docs/decisions/2026-11-21-server-rooms.md';

/** How many statements what takes, as the decision says. */
const STATEMENTS = new Map(
  [...readFileSync(DECISION, 'utf8').matchAll(/^\| (an?(?:other)? .+?) \| .+ \| (\d+) \|$/gm)].map(([, what, now]) => [
    what,
    Number(now),
  ]),
);
const unread = new Set(STATEMENTS.keys());
function decided(what: string): number {
  const count = STATEMENTS.get(what);
  if (count === undefined) throw new Error(`${DECISION} has no number for ${what}`);
  unread.delete(what);
  return count;
}
afterAll(() => expect([...unread], `numbers of ${DECISION} that no test holds`).toEqual([]));

/** Whose the session is, a process asks once in a while, and when something about it changed. */
const SESSION = /^select .* from "session" /;

/** What was seen before, written together a moment later. */
const GATHERED = /^insert into "journal" \(at,/;

/** What it sends beyond the session and what is gathered; a transaction's begin and commit are not counted. */
async function expectStatements(count: number, work: () => Promise<{ status: number }>, status = 200): Promise<void> {
  let answered = 0;
  const sent = await sentStatements(async () => {
    answered = (await work()).status;
  });
  const statements = sent.filter((sql) => !SESSION.test(sql) && !GATHERED.test(sql));
  expect(answered).toBe(status);
  expect(statements.length, statements.join('\n')).toBe(count);
}

const parentOf = (key: string) => (recordOf(key).parent?.record === 'mujer' ? woman._id : child._id);
const post = (key: string, change: Body = {}) => {
  const definition = recordOf(key);
  return brigada.post(`/api/${definition.path}`, bodyWith(definition, parentOf(key), change));
};

const NEW = new Map([
  ['control', 'a new control'],
  ['vacuna', 'a new vaccine'],
]);
const DELETED = new Map([
  ['control', 'a deletion of a control'],
  ['vacuna', 'a deletion of a vaccine'],
]);

describe('a new record takes', () => {
  it.each(RECORD_LIST.filter(({ parent }) => !parent).map(({ key }) => key))(
    'of type %s as many statements as decided',
    async (key) => {
      const definition = recordOf(key);
      const count = decided(key === 'mujer' ? 'a new woman' : 'a new child');
      await expectStatements(
        count,
        () => brigada.post(`/api/${definition.path}`, bodyWith(definition, undefined)),
        201,
      );
    },
  );

  it.each(RECORD_LIST.filter(({ parent }) => parent).map(({ key }) => key))(
    'of type %s one that reads and one that writes',
    (key) => expectStatements(decided(NEW.get(key) ?? 'another new record'), () => post(key), 201),
  );

  it('no more where other controls of the child change with it', async () => {
    await expectStatements(decided('a new control'), () => post('control', { fecha: '2026-02-28' }), 201);
    const { body } = await brigada.get('/api/control', { ninoId: child._id, limit: '9' });
    expect(body.length).toBeGreaterThan(3);
  });

  it('the same when it is sent again, and one for its receipt and one for what was stored', async () => {
    const body = { ...bodyWith(recordOf('control'), child._id), _id: crypto.randomUUID() };
    const first = await brigada.post('/api/control', body);
    expect(first.status).toBe(201);
    await expectStatements(4, () => brigada.post('/api/control', body), 201);
  });

  it('only the look at the child when a field is wrong', () =>
    expectStatements(1, () => post('control', { peso: 'mucho' }), 400));
});

describe('an edit takes', () => {
  const put = (key: string, { _id }: Body, change: Body = {}) =>
    brigada.put(`/api/${recordOf(key).path}/${_id}`, bodyWith(recordOf(key), undefined, change));

  it('of a woman one that reads her and one that writes', () =>
    expectStatements(decided('an edit of a woman'), () => put('mujer', woman)));

  it('of a child one that reads it with its records and one that writes', () =>
    expectStatements(decided('an edit of a child'), () => put('nino', child)));

  it('of somebody who changed meanwhile one that reads', () =>
    expectStatements(1, () => put('mujer', woman, { version: 1 }), 409));
});

describe('a deletion takes', () => {
  it.each(RECORD_LIST.filter(({ parent }) => parent).map(({ key }) => key))(
    'of type %s one that locks the person and one that deletes, and one that writes what is kept on the child',
    async (key) => {
      const { status, body } = await post(key);
      expect(status).toBe(201);
      const count = decided(DELETED.get(key) ?? 'a deletion of another record');
      await expectStatements(count, () => brigada.delete(`/api/${recordOf(key).path}/${body._id}`));
    },
  );

  it.each([
    ['mujer', 'a deletion of a woman'],
    ['nino', 'a deletion of a child'],
  ] as const)('of a %s one that locks and one that keeps in the journal what goes', async (key, what) => {
    const { _id } = await createRecord(brigada, key);
    await expectStatements(decided(what), () => brigada.delete(`/api/${key}/${_id}`));
  });
});

describe('a session is asked for', () => {
  const asked = async (work: () => Promise<unknown>) => (await sentStatements(work)).filter((sql) => SESSION.test(sql));

  it('once, as long as nothing about it changes', async () => {
    const somebody = await api.user('ROLE_BRIGADA');
    const read = () => somebody.get('/api/nino?limit=1');
    expect(await asked(read)).toHaveLength(1);
    // What is heard of others while it is looked up has it looked up once more.
    await expect.poll(() => asked(read)).toHaveLength(0);
    await api.user('ROLE_BRIGADA');
    await expect.poll(() => asked(read)).toHaveLength(0);
    await api.admin.delete(`/api/users/${somebody.id}/sesiones`);
    expect(await asked(read)).toHaveLength(1);
    expect((await read()).status).toBe(401);
  });
});

describe('reading takes', () => {
  it.each(['/api/nino?limit=5', '/api/mujer?limit=5&q=a', '/api/nino', '/api/seguimiento?limit=5'])(
    'of the list %s one statement, with its total',
    (path) => expectStatements(decided('a page of a list'), () => brigada.get(path)),
  );

  it('of a page of users one, with their roles', () =>
    expectStatements(decided('a page of users'), () => api.admin.get('/api/users?limit=5')));

  it('of a child one', () => expectStatements(1, () => brigada.get(`/api/nino/${child._id}`)));

  it('of the controls of a child one, and one more where there are none', async () => {
    const count = decided("a child's records");
    await expectStatements(count, () => brigada.get('/api/control', { ninoId: child._id }));
    const other = await createRecord(brigada, 'nino');
    await expectStatements(count + 1, () => brigada.get('/api/control', { ninoId: other._id }));
  });

  it('of a whole booklet one for the person and one for each type of record', async () => {
    const ofChild = RECORD_LIST.filter(({ parent }) => parent?.record === 'nino').length;
    await expectStatements(1 + ofChild, () => brigada.get(`/api/nino/pdf/${child._id}`));
  });

  it('of the profile one for the person and one for how many records', () =>
    expectStatements(2, () => brigada.get('/api/perfil')));

  it('of those who can be responsible one', () =>
    expectStatements(1, () => api.admin.get('/api/reportes/responsables')));
});
