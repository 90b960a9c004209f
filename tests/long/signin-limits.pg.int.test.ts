import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORDS_AT_ONCE } from '#server/accounts/password-work.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { burst } from '../support/burst.ts';
import { cheapUser } from '../support/cheap-password.ts';
import { stoppedClock } from '../support/clock.ts';
import { newCedula } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { SECRET, startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';
import { openAgain } from '../support/test-database.ts';

const SIGNIN = '/api/auth/signin';
const QUARTER_HOUR = 900;

const clock = stoppedClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ now: clock.now });
});
afterAll(() => api.close());

const signIn = (cedula: string, address: string, password = 'Equivocada1') =>
  api.client(undefined, address).post(SIGNIN, { cedula, password });
const tryTimes = async (times: number, cedula: string, address: string, password?: string) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await signIn(cedula, address, password)).status);
  return statuses;
};
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('wrong passwords', () => {
  it('close an account after ten for that address, even to its password, and no other account', async () => {
    const { cedula, password } = await cheapUser(api);
    const other = await cheapUser(api);
    const address = newAddress();
    expect(await tryTimes(10, cedula, address)).toEqual(times(10, 401));
    const closed = await signIn(cedula, address, password);
    expect(closed).toMatchObject({
      status: 429,
      body: { message: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.' },
    });
    expect(await tryTimes(1, other.cedula, address, other.password)).toEqual([200]);
  });

  it('of one address do not lock out the owner on another, whose success does not reopen the first', async () => {
    const { cedula, password } = await cheapUser(api);
    const [stranger, owner] = [newAddress(), newAddress()];
    await tryTimes(10, cedula, stranger);
    expect(await tryTimes(2, cedula, owner, password)).toEqual([200, 200]);
    expect(await tryTimes(1, cedula, stranger)).toEqual([429]);
  });

  it('of many addresses leave one try per address, and the owner’s address unlimited', async () => {
    const { cedula, password } = await cheapUser(api);
    const strangers = Array.from({ length: 10 }, newAddress);
    for (const stranger of strangers) expect(await tryTimes(10, cedula, stranger)).toEqual(times(10, 401));
    expect(await tryTimes(3, cedula, newAddress(), password)).toEqual(times(3, 200));
    const another = newAddress();
    expect(await tryTimes(2, cedula, another)).toEqual([401, 429]);
    expect(await tryTimes(1, cedula, another, password)).toEqual([429]);
  });

  it('for an unknown cedula count equally', async () => {
    const cedula = newCedula();
    expect(await tryTimes(11, cedula, newAddress())).toEqual([...times(10, 401), 429]);
    for (let i = 0; i < 9; i += 1) await tryTimes(10, cedula, newAddress());
    expect(await tryTimes(2, cedula, newAddress())).toEqual([401, 429]);
  });

  it('are reset by a right password before the limit', async () => {
    const { cedula, password } = await cheapUser(api);
    const address = newAddress();
    expect(await tryTimes(9, cedula, address)).toEqual(times(9, 401));
    expect(await tryTimes(1, cedula, address, password)).toEqual([200]);
    expect(await tryTimes(10, cedula, address)).toEqual(times(10, 401));
    expect(await tryTimes(1, cedula, address, password)).toEqual([429]);
  });

  it('sent simultaneously do not exceed the limit', async () => {
    const { cedula } = await api.user('ROLE_BRIGADA');
    const address = newAddress();
    const statuses = await burst(60, () => signIn(cedula, address));
    expect(Object.keys(statuses)).toEqual(['401', '429']);
    expect(statuses[401]).toBeGreaterThanOrEqual(10);
    expect(statuses[401]).toBeLessThanOrEqual(10 + PASSWORDS_AT_ONCE);
  });

  it('close an address after a hundred, and no other', async () => {
    const { cedula, password } = await cheapUser(api);
    const address = newAddress();
    for (let i = 0; i < 10; i += 1) await tryTimes(10, (await cheapUser(api)).cedula, address);
    expect(await tryTimes(1, cedula, address, password)).toEqual([429]);
    expect(await tryTimes(1, cedula, newAddress(), password)).toEqual([200]);
  });

  it('of one IPv6 network count as one address', async () => {
    const { cedula, password } = await cheapUser(api);
    for (let i = 1; i <= 10; i += 1) expect(await tryTimes(1, cedula, `2001:db8:7:8::${i}`)).toEqual([401]);
    expect(await tryTimes(1, cedula, '2001:db8:7:8:1:2:3:4', password)).toEqual([429]);
    expect(await tryTimes(1, cedula, '2001:db8:7:9::1', password)).toEqual([200]);
  });

  it('count against the address despite right passwords for its own account', async () => {
    const own = await cheapUser(api);
    const address = newAddress();
    for (let i = 0; i < 20; i += 1) {
      expect(await tryTimes(5, (await cheapUser(api)).cedula, address)).toEqual(times(5, 401));
      expect(await tryTimes(1, own.cedula, address, own.password)).toEqual([i < 19 ? 200 : 429]);
    }
  });

  it('end their lock exactly after Retry-After', async () => {
    const { cedula, password } = await cheapUser(api);
    const address = newAddress();
    for (let i = 0; i < 10; i += 1) {
      await tryTimes(1, cedula, address);
      clock.pass(60);
    }
    const wait = Number((await signIn(cedula, address, password)).headers['retry-after']);
    expect(wait).toBe(QUARTER_HOUR - 600);
    clock.pass(wait - 1);
    const almost = await signIn(cedula, address, password);
    expect([almost.status, almost.headers['retry-after']]).toEqual([429, '1']);
    clock.pass(1);
    expect((await signIn(cedula, address, password)).status).toBe(200);
  });

  it('give a correct Retry-After for an account closed by many and for an address', async () => {
    const { cedula, password } = await cheapUser(api);
    for (let i = 0; i < 10; i += 1) await tryTimes(10, cedula, newAddress());
    clock.pass(100);
    const once = newAddress();
    await tryTimes(1, cedula, once);
    clock.pass(100);
    const byAll = await signIn(cedula, once, password);
    expect([byAll.status, byAll.headers['retry-after']]).toEqual([429, String(QUARTER_HOUR - 200)]);

    const office = newAddress();
    for (let i = 0; i < 10; i += 1) await tryTimes(10, (await cheapUser(api)).cedula, office);
    clock.pass(300);
    const byOffice = await signIn(cedula, office, password);
    expect([byOffice.status, byOffice.headers['retry-after']]).toEqual([429, String(QUARTER_HOUR - 300)]);
    clock.pass(QUARTER_HOUR - 500);
    expect(await tryTimes(1, cedula, once, password)).toEqual([200]);
    clock.pass(200);
    expect(await tryTimes(1, cedula, office, password)).toEqual([200]);
  });

  it('leave no rows once they no longer count', async () => {
    await tryTimes(5, newCedula(), newAddress());
    clock.pass(QUARTER_HOUR);
    await tryTimes(1, newCedula(), newAddress());
    const { rows } = (await api.database.db.execute(
      sql`select count(*)::int as total from signin_failure`,
    )) as unknown as {
      rows: { total: number }[];
    };
    expect(rows[0]?.total).toBeLessThanOrEqual(3);
  });
});

describe('right passwords', () => {
  it('do not count against an address', async () => {
    const { cedula, password } = await cheapUser(api);
    expect(new Set(await tryTimes(12, cedula, newAddress(), password))).toEqual(new Set([200]));
  });

  it('of one account, 150 at once from one address, all succeed', async () => {
    const { cedula, password } = await api.user('ROLE_BRIGADA');
    const address = newAddress();
    expect(await burst(150, () => signIn(cedula, address, password))).toEqual({ 200: 150 });
  });

  it('of 150 accounts at once from one address all succeed while others there fail', async () => {
    const users: TestUser[] = [];
    for (let i = 0; i < 150; i += 1) users.push(await api.user('ROLE_BRIGADA'));
    const address = newAddress();
    const wrong = burst(50, () => signIn(newCedula(), address));
    const right = await burst(150, (i) => signIn(users[i]?.cedula ?? '', address, users[i]?.password));
    expect([right, await wrong]).toEqual([{ 200: 150 }, { 401: 50 }]);
  });
});

describe('the current password required by a change', () => {
  const change = (user: TestUser, actual: string, nueva = 'Distinta123') =>
    user.put('/api/perfil/password', { actual, nueva });

  it('closes the change after ten wrong ones, and neither the account nor the address', async () => {
    const user = await cheapUser(api);
    for (let i = 0; i < 10; i += 1) expect((await change(user, 'Equivocada1')).status).toBe(400);
    clock.pass(60);
    const closed = await change(user, user.password);
    expect([closed.status, closed.headers['retry-after']]).toEqual([429, String(QUARTER_HOUR - 60)]);
    expect(await tryTimes(1, user.cedula, user.address, user.password)).toEqual([200]);
    clock.pass(QUARTER_HOUR - 60);
    expect((await change(user, user.password)).status).toBe(200);
  });

  it('is accepted while sign-ins of the account and address are closed', async () => {
    const user = await cheapUser(api);
    await tryTimes(10, user.cedula, user.address);
    for (let i = 0; i < 9; i += 1) await tryTimes(10, (await cheapUser(api)).cedula, user.address);
    expect(await tryTimes(1, user.cedula, user.address, user.password)).toEqual([429]);
    expect((await change(user, user.password)).status).toBe(200);
  });

  it('sent wrong simultaneously does not exceed the limit', async () => {
    const user = await api.user('ROLE_BRIGADA');
    const statuses = await burst(40, () => change(user, 'Equivocada1'));
    expect(Object.keys(statuses)).toEqual(['400', '429']);
    expect(statuses[400]).toBeLessThanOrEqual(10 + PASSWORDS_AT_ONCE);
  });
});

if (process.env.TEST_DATABASE === 'postgres') {
  it('two processes share the counts', async () => {
    const second = await openAgain(api.databaseUrl);
    const app = await buildApp({ database: second, secret: SECRET, now: clock.now });
    const { cedula } = await api.user('ROLE_BRIGADA');
    const address = newAddress();
    const other = new ApiClient(app, undefined, address);
    const there = () => other.post(SIGNIN, { cedula, password: 'Equivocada1' });
    const statuses = await burst(60, (i) => (i % 2 ? there() : signIn(cedula, address)));
    expect(statuses[401]).toBeLessThanOrEqual(10 + 2 * PASSWORDS_AT_ONCE);
    expect((await there()).status).toBe(429);
    await app.close();
    await second.close();
  });
}
