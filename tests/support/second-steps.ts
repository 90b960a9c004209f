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

/** Signing in with a second factor, on a stopped clock; the role Brigada asks for one. */
export async function secondSteps(api: TestApi, clock: ReturnType<typeof stoppedClock>) {
  const brigadaRole = await api.roleId('ROLE_BRIGADA');
  const demand = (roleId: string, exigido: boolean) => api.admin.put(`/api/segundo-factor/${roleId}`, { exigido });
  expect((await demand(brigadaRole, true)).status).toBe(200);

  /** From an address of its own each, so that no count of another test is in the way. */
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
  /** With the code, and the sealed asking that it confirms. */
  const confirm = (user: Pick<TestUser, 'cedula' | 'password'>, { secreto, sello }: Alta, app = api.app) =>
    signIn(user, code(secreto), newAddress(), app, { sello });

  /** Somebody who has set the application up, with a secret and recovery codes. */
  const enrolled = async () => {
    const user = await api.user('ROLE_BRIGADA');
    const alta: Alta = (await signIn(user)).body.alta;
    const { body } = await confirm(user, alta);
    nextStep();
    const [codes, token]: [string[], string] = [body.codigosRecuperacion, body.accessToken];
    return { user, secret: alta.secreto, codes, token };
  };

  /** The newest entries of the journal about it, newest first. */
  const entriesAbout = async (about: string, kind = 'usuario') => {
    await api.app.journalWritten();
    const rows = await api.database.db.select().from(journal).orderBy(desc(journal.seq));
    return rows.filter((row) => row.about === about && row.kind === kind);
  };

  return { brigadaRole, demand, signIn, code, nextStep, confirm, enrolled, entriesAbout };
}
