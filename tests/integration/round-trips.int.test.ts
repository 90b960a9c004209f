import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD_LIST } from '#domain/records/index.ts';
import { PROGRAM } from '#server/journal/doer.ts';
import { noteAllLater } from '#server/journal/entries.ts';
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

/** Numbers of statements in the decision. */
const STATEMENTS = new Map(
  [...readFileSync(DECISION, 'utf8').matchAll(/^\| (an?(?:other)? .+?) \| .+ \| (\d+) \|$/gm)].map(([, what, now]) => [
    what,
    Number(now),
  ]),
);
const untested = new Set(STATEMENTS.keys());
function decided(what: string): number {
  const count = STATEMENTS.get(what);
  if (count === undefined) throw new Error(`${DECISION} has no number for ${what}`);
  untested.delete(what);
  return count;
}
afterAll(() => expect([...untested], `numbers of ${DECISION} that no test holds`).toEqual([]));

/** A process reads a session once in a while and after changes. */
const SESSION = /^select .* from "session" /;

/** Counts statements except those above; begin and commit are not counted, nor delayed entries of the journal. */
async function expectStatements(count: number, work: () => Promise<{ status: number }>, status = 200): Promise<void> {
  let answered = 0;
  const sent = await sentStatements(async () => {
    answered = (await work()).status;
  });
  const statements = sent.filter((sql) => !SESSION.test(sql));
  expect(answered).toBe(status);
  expect(statements.length, statements.join('\n')).toBe(count);
}

it('a delayed entry of the journal, which may be written during any counted request, is not counted', async () => {
  const entry = { action: 'ver', kind: 'nino', about: child._id, person: child._id } as const;
  const noting = () => noteAllLater(api.database.db, [{ doer: PROGRAM, entry }]);
  expect(await sentStatements(noting)).toEqual([]);
});

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
  ['rn', 'a deletion of a newborn record'],
]);

describe('the statements of a new record', () => {
  it.each(RECORD_LIST.filter(({ parent }) => !parent).map(({ key }) => key))(
    'of type %s are as many as decided',
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
    'of type %s are one read and one write',
    (key) => expectStatements(decided(NEW.get(key) ?? 'another new record'), () => post(key), 201),
  );

  it('are no more when other controls of the child change with it', async () => {
    await expectStatements(decided('a new control'), () => post('control', { fecha: '2026-02-28' }), 201);
    const { body } = await brigada.get('/api/control', { ninoId: child._id, limit: '9' });
    expect(body.length).toBeGreaterThan(3);
  });

  it('are the same for a repeat, plus one for the receipt and one for the stored row', async () => {
    const body = { ...bodyWith(recordOf('control'), child._id), _id: crypto.randomUUID() };
    const first = await brigada.post('/api/control', body);
    expect(first.status).toBe(201);
    await expectStatements(4, () => brigada.post('/api/control', body), 201);
  });

  it('are one read of the child when a field is wrong', () =>
    expectStatements(1, () => post('control', { peso: 'mucho' }), 400));
});

describe('the statements of an edit', () => {
  const put = (key: string, { _id }: Body, change: Body = {}) =>
    brigada.put(`/api/${recordOf(key).path}/${_id}`, bodyWith(recordOf(key), undefined, change));

  it('of a woman are one read and one write', () =>
    expectStatements(decided('an edit of a woman'), () => put('mujer', woman)));

  it('of a child are one read with its records and one write', () =>
    expectStatements(decided('an edit of a child'), () => put('nino', child)));

  it('of an outdated version are one read', () => expectStatements(1, () => put('mujer', woman, { version: 1 }), 409));
});

describe('the statements of a deletion', () => {
  it.each(RECORD_LIST.filter(({ parent }) => parent).map(({ key }) => key))(
    'of type %s are a lock, a deletion and a write of the summary',
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
  ] as const)('of a %s are a lock and a deletion with its journal entry', async (key, what) => {
    const { _id } = await createRecord(brigada, key);
    await expectStatements(decided(what), () => brigada.delete(`/api/${key}/${_id}`));
  });
});

describe('the session', () => {
  const sessionReads = async (work: () => Promise<unknown>) =>
    (await sentStatements(work)).filter((sql) => SESSION.test(sql));

  it('is read once as long as it does not change', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const read = () => user.get('/api/nino?limit=1');
    expect(await sessionReads(read)).toHaveLength(1);
    // A notification during the look-up causes another one.
    await expect.poll(() => sessionReads(read)).toHaveLength(0);
    await api.user('ROLE_BRIGADA');
    await expect.poll(() => sessionReads(read)).toHaveLength(0);
    await api.admin.delete(`/api/users/${user.id}/sesiones`);
    expect(await sessionReads(read)).toHaveLength(1);
    expect((await read()).status).toBe(401);
  });
});

describe('the statements of a read', () => {
  it.each(['/api/nino?limit=5', '/api/mujer?limit=5&q=a', '/api/nino', '/api/seguimiento?limit=5'])(
    'of the list %s are one, with its total',
    (path) => expectStatements(decided('a page of a list'), () => brigada.get(path)),
  );

  it('of a page of users are one, with their roles', () =>
    expectStatements(decided('a page of users'), () => api.admin.get('/api/users?limit=5')));

  it('of a child are one', () => expectStatements(1, () => brigada.get(`/api/nino/${child._id}`)));

  it('of the controls of a child are one, and another when there are none', async () => {
    const count = decided("a child's records");
    await expectStatements(count, () => brigada.get('/api/control', { ninoId: child._id }));
    const other = await createRecord(brigada, 'nino');
    await expectStatements(count + 1, () => brigada.get('/api/control', { ninoId: other._id }));
  });

  it('of a booklet are one for the person and one for each record type', async () => {
    const ofChild = RECORD_LIST.filter(({ parent }) => parent?.record === 'nino').length;
    await expectStatements(1 + ofChild, () => brigada.get(`/api/nino/pdf/${child._id}`));
    await expectStatements(1, () => brigada.get(`/api/nino/${child._id}/libreta`));
  });

  it('of the profile are one for the user and one for the number of records', () =>
    expectStatements(2, () => brigada.get('/api/perfil')));

  it('of the custodians to filter by are one', () =>
    expectStatements(1, () => api.admin.get('/api/reportes/responsables')));
});
