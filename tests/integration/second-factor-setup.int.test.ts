import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journal, recoveryCode, secondFactor } from '#server/db/schema.ts';
import { buildApp } from '#server/start/app.ts';
import { stoppedClock } from '../support/clock.ts';
import { newAddress } from '../support/new-address.ts';
import { secondSteps } from '../support/second-steps.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const SIGNIN = '/api/auth/signin';
const CREDENTIALS = { status: 401, body: { code: 'credentials' } };
const SECOND_FACTOR = { status: 401, body: { code: 'secondFactor' } };

const clock = stoppedClock();
let api: TestApi;
let steps: Awaited<ReturnType<typeof secondSteps>>;
beforeAll(async () => {
  api = await startTestApi({ now: clock.now });
  steps = await secondSteps(api, clock);
});
afterAll(() => api.close());

type Steps = typeof steps;
const signIn: Steps['signIn'] = (...given) => steps.signIn(...given);
const code: Steps['code'] = (...given) => steps.code(...given);
const confirm: Steps['confirm'] = (...given) => steps.confirm(...given);
const nextStep = () => steps.nextStep();
const enrolled = () => steps.enrolled();
const entriesAbout: Steps['entriesAbout'] = (...given) => steps.entriesAbout(...given);

describe('setting up the second factor', () => {
  it('starts with the first sign-in in a role that requires it and ends with the first code', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const first = await signIn(user);
    expect(first).toMatchObject(SECOND_FACTOR);
    const { secreto, uri, sello } = first.body.alta;
    expect(secreto).toMatch(/^[A-Z2-7]{32}$/);
    const parsed = new URL(uri);
    expect([parsed.protocol, parsed.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(parsed.pathname)).toBe(`/Libreta Integral de Salud:${user.cedula}`);
    expect(parsed.searchParams.get('secret')).toBe(secreto);
    // The scanned secret stays valid after a typing error.
    const slip = await signIn(user, '000000', newAddress(), api.app, { sello });
    expect(slip).toMatchObject({ ...SECOND_FACTOR, body: { alta: { secreto, sello } } });
    const typed = ` ${code(secreto).slice(0, 3)} ${code(secreto).slice(3)} `;
    const answer = await signIn(user, typed, newAddress(), api.app, { sello });
    expect(answer).toMatchObject({ status: 200, body: { roles: ['ROLE_BRIGADA'] } });
    expect(new Set(answer.body.codigosRecuperacion).size).toBe(10);
    nextStep();
    const second = await signIn(user, code(secreto));
    expect(second.status).toBe(200);
    expect(second.body).not.toHaveProperty('codigosRecuperacion');
    expect((await signIn(user)).body).not.toHaveProperty('alta');
  });

  it('continues after a restart of the program', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const { alta } = (await signIn(user)).body;
    const restarted = await buildApp({ database: api.database, secret: SECRET, now: clock.now });
    expect((await confirm(user, alta, restarted)).status).toBe(200);
    await restarted.close();
  });

  it('has a secret per attempt, none of which is stored before the first code', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const thief = (await signIn(user)).body.alta;
    const owner = (await signIn(user)).body.alta;
    expect(thief.secreto).not.toBe(owner.secreto);
    const { db } = api.database;
    const kept = async () => (await db.select().from(secondFactor)).filter(({ userId }) => userId === user.id);
    expect(await kept()).toEqual([]);
    expect(await entriesAbout(user.id)).toMatchObject([{ action: 'crear' }]);
    // A code confirms only its own attempt.
    expect((await signIn(user, code(thief.secreto), newAddress(), api.app, { sello: owner.sello })).status).toBe(401);
    expect((await confirm(user, owner)).status).toBe(200);
    expect((await entriesAbout(user.id))[0]).toMatchObject({
      action: 'editar',
      actor: user.id,
      before: { segundoFactor: null },
      after: { segundoFactor: 'activo' },
    });
    nextStep();
    const refused = await confirm(user, thief);
    expect(refused).toMatchObject(SECOND_FACTOR);
    expect(refused.body).not.toHaveProperty('alta');
    expect((await signIn(user, code(owner.secreto))).status).toBe(200);
  });

  it('expires after half an hour and starts again', async () => {
    const [user, late] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
    const [alta, old] = [(await signIn(user)).body.alta, (await signIn(late)).body.alta];
    clock.pass(29 * 60);
    expect((await confirm(user, alta)).status).toBe(200);
    clock.pass(60);
    const answer = await confirm(late, old);
    expect(answer).toMatchObject(SECOND_FACTOR);
    expect(answer.body.alta.secreto).not.toBe(old.secreto);
    expect((await confirm(late, answer.body.alta)).status).toBe(200);
  });

  it('is invalid for another user, if altered, after a reset, or with a stored secret', async () => {
    const [user, other] = [await api.user('ROLE_BRIGADA'), await api.user('ROLE_BRIGADA')];
    const { alta } = (await signIn(user)).body;
    const letter = alta.sello.at(40) === 'A' ? 'B' : 'A';
    const changed = `${alta.sello.slice(0, 40)}${letter}${alta.sello.slice(41)}`;
    const { db } = api.database;
    const stranger = await enrolled();
    const kept = (await db.select().from(secondFactor)).find(({ userId }) => userId === stranger.user.id)?.secret ?? '';
    expect((await confirm(other, alta)).body).toMatchObject({ code: 'secondFactor', alta: {} });
    for (const sello of [changed, alta.sello.slice(0, 20), kept, 'x', '', ' '])
      expect(await confirm(user, { ...alta, sello }), sello).toMatchObject(SECOND_FACTOR);
    expect((await confirm(user, alta)).status).toBe(200);
    expect((await api.admin.delete(`/api/users/${user.id}/segundo-factor`)).status).toBe(200);
    nextStep();
    const again = await confirm(user, alta);
    expect(again).toMatchObject(SECOND_FACTOR);
    expect(again.body.alta.secreto).not.toBe(alta.secreto);
  });

  it.each([5, {}, 'x'.repeat(501)])('refuses a malformed seal as a field: %j', async (sello) => {
    const { cedula, password } = await api.user('ROLE_BRIGADA');
    const answer = await api.anonymous.post(SIGNIN, { cedula, password, codigo: '123456', sello });
    expect(answer).toMatchObject({ status: 400, body: { message: [{ path: 'sello' }] } });
  });

  it('replaces an unconfirmed secret of an earlier release', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const { db } = api.database;
    await db.insert(secondFactor).values({ userId: user.id, secret: 'kept by an earlier release' });
    const { alta } = (await signIn(user)).body;
    expect((await confirm(user, alta)).status).toBe(200);
    nextStep();
    expect((await signIn(user, code(alta.secreto))).status).toBe(200);
  });

  it('reveals nothing without the password', async () => {
    const { user, secret, codes } = await enrolled();
    const fresh = await api.user('ROLE_BRIGADA');
    for (const account of [user, fresh])
      for (const codigo of [undefined, code(secret), codes[0]]) {
        const answer = await signIn({ cedula: account.cedula, password: 'Equivocada1' }, codigo);
        expect(answer).toMatchObject(CREDENTIALS);
        expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'message']);
      }
  });

  it('is completed by exactly one of several simultaneous confirmations', async () => {
    for (const attempts of [1, 3]) {
      const user = await api.user('ROLE_BRIGADA');
      const answers = await Promise.all(Array.from({ length: attempts }, () => signIn(user)));
      const setUps = answers.map(({ body }) => body.alta);
      const confirming = await Promise.all([0, 1, 2].map((i) => confirm(user, setUps[i % attempts])));
      expect(confirming.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    }
  });

  it('stores neither secret nor recovery codes in clear', async () => {
    const { user, secret, codes } = await enrolled();
    const { db } = api.database;
    const rows = [...(await db.select().from(secondFactor)), ...(await db.select().from(recoveryCode))];
    const text = JSON.stringify(rows.filter(({ userId }) => userId === user.id));
    expect(text.length).toBeGreaterThan(500);
    for (const hidden of [secret, ...codes, ...codes.map((one) => one.replace('-', ''))])
      expect(text).not.toContain(hidden);
    const journalled = JSON.stringify(await db.select().from(journal));
    for (const hidden of [secret, ...codes]) expect(journalled).not.toContain(hidden);
  });
});
