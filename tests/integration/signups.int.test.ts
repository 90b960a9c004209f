import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORDS_AT_ONCE } from '#server/accounts/password-work.ts';
import { burst } from '../support/burst.ts';
import { stoppedClock } from '../support/clock.ts';
import { type Body, newUser } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

const SIGNUP = '/api/auth/signup';
const QUARTER_HOUR = 900;
const OTHER_PASSWORD = 'Distinta123';

const clock = stoppedClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ now: clock.now });
});
afterAll(() => api.close());

/** A client with an unused address. */
const stranger = () => api.client(undefined, newAddress());
const registration = (): Body => ({ ...newUser(), _id: crypto.randomUUID() });
const signsIn = async ({ cedula }: Body, password: string) =>
  (await stranger().post('/api/auth/signin', { cedula, password })).status === 200;

describe('a repeated signup', () => {
  it('gets the first answer, with the same password or another', async () => {
    const body = registration();
    const first = await stranger().post(SIGNUP, body);
    expect(first.status).toBe(201);
    for (const password of [body.password, OTHER_PASSWORD]) {
      const again = await stranger().post(SIGNUP, { ...body, password });
      expect([again.status, again.text]).toEqual([201, first.text]);
    }
    expect([await signsIn(body, body.password), await signsIn(body, OTHER_PASSWORD)]).toEqual([true, false]);
  });

  it('gets the first answer even after an administrator edited the user', async () => {
    const body = registration();
    const first = await stranger().post(SIGNUP, body);
    const roles = await api.roleId('ROLE_ADMINISTRADOR');
    const edit = { ...newUser(), password: OTHER_PASSWORD, roles };
    expect((await api.admin.put(`/api/users/${body._id}`, edit)).status).toBe(200);
    for (const password of [body.password, OTHER_PASSWORD])
      expect((await stranger().post(SIGNUP, { ...body, password })).text).toBe(first.text);
  });

  it('with another identity, or after its deletion, is a conflict with either password', async () => {
    const body = registration();
    await stranger().post(SIGNUP, body);
    const statuses = async (change: Body) =>
      Promise.all(
        [body.password, OTHER_PASSWORD].map(
          async (password) => (await stranger().post(SIGNUP, { ...body, ...change, password })).status,
        ),
      );
    expect(await statuses({ nombre: 'Otra' })).toEqual([409, 409]);
    await api.admin.delete(`/api/users/${body._id}`);
    expect(await statuses({})).toEqual([409, 409]);
  });

  it('is counted by id and address, with right and wrong passwords alike', async () => {
    const body = registration();
    const [guesser, other] = [stranger(), stranger()];
    await other.post(SIGNUP, body);
    const guess = (i: number) => guesser.post(SIGNUP, { ...body, ...(i % 2 ? { password: OTHER_PASSWORD } : {}) });
    for (let i = 0; i < 10; i += 1) expect((await guess(i)).status).toBe(201);
    clock.pass(60);
    for (let i = 0; i < 2; i += 1) {
      const closed = await guess(i);
      expect([closed.status, closed.headers['retry-after']]).toEqual([429, String(QUARTER_HOUR - 60)]);
    }
    expect((await other.post(SIGNUP, body)).status).toBe(201);
    clock.pass(QUARTER_HOUR - 60);
    expect((await guess(0)).status).toBe(201);
  });

  it('is counted by address over all ids, even with another identity', async () => {
    const guesser = stranger();
    for (let i = 0; i < 10; i += 1) {
      const body = registration();
      await stranger().post(SIGNUP, body);
      for (let j = 0; j < 10; j += 1) await guesser.post(SIGNUP, { ...body, nombre: 'Otra' });
    }
    const body = registration();
    expect((await guesser.post(SIGNUP, body)).status).toBe(201);
    expect((await guesser.post(SIGNUP, body)).status).toBe(429);
  });

  it('sent simultaneously with several passwords creates one account with one of them', async () => {
    const body = registration();
    const passwords = ['Primera123', 'Segunda123', 'Tercera123'];
    const answers = await Promise.all(passwords.map((password) => stranger().post(SIGNUP, { ...body, password })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const right = await Promise.all(passwords.map((password) => signsIn(body, password)));
    expect(right.filter(Boolean)).toHaveLength(1);
  });

  it('takes the same time with either password', async () => {
    const body = registration();
    await stranger().post(SIGNUP, body);
    const took: Record<string, number[]> = { [body.password]: [], [OTHER_PASSWORD]: [] };
    for (let i = 0; i < 20; i += 1)
      for (const [password, all] of Object.entries(took)) {
        const started = performance.now();
        await stranger().post(SIGNUP, { ...body, password });
        all.push(performance.now() - started);
      }
    const [right = 0, wrong = 0] = Object.values(took).map((all) => all.toSorted((a, b) => a - b)[10] as number);
    expect(wrong / right).toBeGreaterThan(0.5);
    expect(wrong / right).toBeLessThan(2);
  });

  it('sent by an administrator with another password is a conflict and is counted', async () => {
    const body: Body = { ...registration(), roles: await api.roleId('ROLE_BRIGADA') };
    const create = async (password: string) => (await api.admin.post('/api/users', { ...body, password })).status;
    expect(await create(body.password)).toBe(201);
    expect([await create(body.password), await create(OTHER_PASSWORD)]).toEqual([201, 409]);
    for (let i = 0; i < 8; i += 1) expect(await create(OTHER_PASSWORD)).toBe(409);
    expect([await create(OTHER_PASSWORD), await create(body.password)]).toEqual([429, 429]);
  });
});

describe('signups', () => {
  it('close an address after a hundred, and no other', async () => {
    const office = stranger();
    const statuses = await burst(120, () => office.post(SIGNUP, newUser()));
    expect(Object.keys(statuses)).toEqual(['201', '429']);
    expect(statuses[201]).toBeGreaterThanOrEqual(100);
    expect(statuses[201]).toBeLessThan(100 + PASSWORDS_AT_ONCE);
    expect((await stranger().post(SIGNUP, newUser())).status).toBe(201);
  });

  it('refused for their fields do not count', async () => {
    const office = stranger();
    for (let i = 0; i < 101; i += 1) await office.post(SIGNUP, newUser({ nombre: 'A1' }));
    expect((await office.post(SIGNUP, newUser())).status).toBe(201);
  });
});

describe('configured signup limits', () => {
  let own: TestApi;
  beforeAll(async () => {
    own = await startTestApi({ now: clock.now, signupLimits: { address: 2, total: 5 } });
  });
  afterAll(() => own.close());

  it('close one address, then all, and reopen after Retry-After', async () => {
    const signUp = (address: string) => own.client(undefined, address).post(SIGNUP, newUser());
    const status = async (address: string) => (await signUp(address)).status;
    expect([await status('10.0.0.1'), await status('10.0.0.1'), await status('10.0.0.1')]).toEqual([201, 201, 429]);
    clock.pass(100);
    expect([await status('10.0.0.2'), await status('10.0.0.2'), await status('10.0.0.3')]).toEqual([201, 201, 201]);
    const closed = await signUp('10.0.0.4');
    expect([closed.status, closed.headers['retry-after']]).toEqual([429, String(QUARTER_HOUR - 100)]);
    clock.pass(QUARTER_HOUR - 101);
    expect(await status('10.0.0.4')).toBe(429);
    clock.pass(1);
    expect(await status('10.0.0.4')).toBe(201);
  });
});
