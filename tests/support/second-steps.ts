import { desc } from 'drizzle-orm';
import { expect } from 'vitest';
import { journal } from '#server/db/schema.ts';
import { ApiClient } from './api-client.ts';
import { codeOf } from './authenticator.ts';
import type { stoppedClock } from './clock.ts';
import { newAddress } from './new-address.ts';
import type { TestApi, TestUser } from './test-api.ts';

export interface Alta {
  secreto: string;
  sello: string;
}

/** Signing in with a second factor on a stopped clock; the role Brigada requires one. */
export async function secondSteps(api: TestApi, clock: ReturnType<typeof stoppedClock>) {
  const brigadaRole = await api.roleId('ROLE_BRIGADA');
  const demand = (roleId: string, exigido: boolean) => api.admin.put(`/api/segundo-factor/${roleId}`, { exigido });
  expect((await demand(brigadaRole, true)).status).toBe(200);

  /** Each sign-in has a new address, so that counters of other tests do not interfere. */
  const signIn = (
    user: Pick<TestUser, 'cedula' | 'password'>,
    codigo?: string,
    address = newAddress(),
    app = api.app,
    more: { sello?: string; equipo?: string; secreto?: string } = {},
  ) => {
    const { cedula, password } = user;
    const body = { cedula, password, ...(codigo && { codigo }), ...more };
    return new ApiClient(app, undefined, address).post('/api/auth/signin', body);
  };
  const code = (secret: string, steps = 0) => codeOf(secret, clock.now(), steps);
  const nextStep = () => clock.pass(30);
  /** Sends the code and the seal of the set-up. */
  const confirm = (user: Pick<TestUser, 'cedula' | 'password'>, { secreto, sello }: Alta, app = api.app) =>
    signIn(user, code(secreto), newAddress(), app, { sello });

  /** A user with a confirmed second factor and recovery codes. */
  const enrolled = async () => {
    const user = await api.user('ROLE_BRIGADA');
    const alta: Alta = (await signIn(user)).body.alta;
    const { body } = await confirm(user, alta);
    nextStep();
    const [codes, token]: [string[], string] = [body.codigosRecuperacion, body.accessToken];
    return { user, secret: alta.secreto, codes, token };
  };

  /** Journal entries about it, newest first. */
  const entriesAbout = async (about: string, kind = 'usuario') => {
    await api.app.journalWritten();
    const rows = await api.database.db.select().from(journal).orderBy(desc(journal.seq));
    return rows.filter((row) => row.about === about && row.kind === kind);
  };

  return { brigadaRole, demand, signIn, code, nextStep, confirm, enrolled, entriesAbout };
}
