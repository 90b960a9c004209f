import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stoppedClock } from '../support/clock.ts';
import { newDevice } from '../support/factories.ts';
import { newAddress } from '../support/new-address.ts';
import { secondSteps } from '../support/second-steps.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

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
const nextStep = () => steps.nextStep();
const enrolled = () => steps.enrolled();

describe('a wrong code', () => {
  it('may be sent thirty times a day from unknown places, then ever more slowly', async () => {
    const { user, secret } = await enrolled();
    const tries = async (most: number) => {
      for (let wrong = 0; wrong < most; wrong += 1) {
        const { status } = await signIn(user, '000000');
        if (status === 429) return wrong;
      }
      return most;
    };
    expect(await tries(40)).toBe(30);
    const day: number[] = [];
    for (let quarter = 1; quarter < 96; quarter += 1) {
      clock.pass(15 * 60);
      day.push(await tries(2));
    }
    const sum = day.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThan(3);
    expect(30 + sum).toBeLessThanOrEqual(40);
    const refused = await signIn(user, code(secret));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    clock.pass(25 * 3_600);
    expect((await signIn(user, code(secret))).status).toBe(200);
  });

  it('of strangers locks the owner out neither on her device nor at her known address nor with recovery codes', async () => {
    const { user, secret, codes, token } = await enrolled();
    const device = newDevice();
    expect((await api.client(token).post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' })).status).toBe(200);
    const office = newAddress();
    nextStep();
    expect((await signIn(user, code(secret), office)).status).toBe(200);
    const from = (origin: typeof device) => signIn(user, code(secret), newAddress(), api.app, origin);
    for (let wrong = 0; wrong < 30; wrong += 1) expect((await signIn(user, '000000')).status).toBe(401);
    nextStep();
    expect((await signIn(user, code(secret))).status).toBe(429);
    expect((await from({ ...device, secreto: newDevice().secreto })).status, 'another secret').toBe(429);
    expect((await from(newDevice())).status, 'another device').toBe(429);
    expect((await from(device)).status).toBe(200);
    nextStep();
    expect((await signIn(user, code(secret), office)).status).toBe(200);
    nextStep();
    expect((await signIn(user, codes[0], newAddress())).status).toBe(200);
    // Neither success resets the count of other places, which would allow thirty more attempts.
    expect((await signIn(user, '000000')).status).toBe(429);
  });

  it('on a known device has a count of its own, with the same limit', async () => {
    const { user, secret, token } = await enrolled();
    const device = newDevice();
    await api.client(token).post('/api/equipos/llave', { ...device, nombre: 'Tablet 7' });
    const here = (codigo: string) => signIn(user, codigo, newAddress(), api.app, device);
    for (let wrong = 0; wrong < 30; wrong += 1) expect((await here('000000')).status).toBe(401);
    expect((await here(code(secret))).status).toBe(429);
    expect((await signIn(user, code(secret))).status).toBe(200);
  });

  it('from a cut-off or foreign device counts as from an unknown place', async () => {
    const [{ user, secret, token }, stranger] = [await enrolled(), await enrolled()];
    const [cut, foreign] = [newDevice(), newDevice()];
    await api.client(token).post('/api/equipos/llave', { ...cut, nombre: 'Tablet 7' });
    await api.client(stranger.token).post('/api/equipos/llave', { ...foreign, nombre: 'Tablet 8' });
    expect((await api.client(token).delete(`/api/equipos/${cut.equipo}`)).status).toBe(200);
    for (let wrong = 0; wrong < 30; wrong += 1) expect((await signIn(user, '000000')).status).toBe(401);
    for (const device of [cut, foreign])
      expect((await signIn(user, code(secret), newAddress(), api.app, device)).status).toBe(429);
  });

  it('is counted anew after a change of the password', async () => {
    const { user, secret, token } = await enrolled();
    for (let wrong = 0; wrong < 30; wrong += 1) expect((await signIn(user, '000000')).status).toBe(401);
    const nueva = 'Distinta2026';
    expect((await api.client(token).put('/api/perfil/password', { actual: user.password, nueva })).status).toBe(200);
    expect((await signIn({ cedula: user.cedula, password: nueva }, code(secret))).status).toBe(200);
  });

  it('is limited over many addresses too', async () => {
    const { user, secret } = await enrolled();
    for (let i = 0; i < 30; i += 1) expect((await signIn(user, '000000')).status).toBe(401);
    expect((await signIn(user, code(secret))).status).toBe(429);
    clock.pass(16 * 60);
    expect((await signIn(user, code(secret))).status).toBe(200);
  });
});
