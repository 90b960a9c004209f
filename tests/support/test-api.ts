import type { FastifyInstance } from 'fastify';
import type { RoleName } from '#domain/roles.ts';
import { hashPassword } from '#server/accounts/password-work.ts';
import type { Database, Patience } from '#server/db/connect.ts';
import { createSessionRepository } from '#server/modules/auth/session-repository.ts';
import { createUserRepository, type NewAccount } from '#server/modules/users/user-repository.ts';
import { type AppOptions, buildApp } from '#server/start/app.ts';
import { ApiClient } from './api-client.ts';
import { newUser } from './factories.ts';
import { createTestDatabase, PATIENT, type TestDatabase } from './test-database.ts';

export const SECRET = 'a secret of the tests, long enough';

/** Origin of the test sign-ins. */
const ORIGIN = { request: crypto.randomUUID(), address: '127.0.0.1', device: 'Equipo de las pruebas' };

export interface TestUser extends ApiClient {
  readonly id: string;
  readonly cedula: string;
  readonly email: string;
  readonly password: string;
}

export interface TestApi {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** On PostgreSQL, for a second application on the same data. */
  readonly databaseUrl: string | undefined;
  readonly admin: TestUser;
  readonly anonymous: ApiClient;
  /** Creates and signs in a user with these roles. */
  user(...roles: RoleName[]): Promise<TestUser>;
  roleId(name: RoleName): Promise<string>;
  /** A client with this token, or anonymous, at this address. */
  client(token?: string, address?: string): ApiClient;
  close(): Promise<void>;
}

/** The hash of the shared password. */
let passwordHash: Promise<string> | undefined;

/**
 * The application on its own migrated database with one administrator. No request is refused because others are slow.
 * @param patience for a test in which a wait for the database is to end
 */
export async function startTestApi(options: Partial<AppOptions> = {}, patience?: Partial<Patience>): Promise<TestApi> {
  const test: TestDatabase = await createTestDatabase(patience);
  const app = await buildApp({
    ...{ database: test.database, secret: SECRET, answersToTheLetter: true },
    longestTurnWaitMs: PATIENT.lockMs,
    ...options,
  });
  await app.ready();
  const users = createUserRepository(test.database.db);
  const sessions = createSessionRepository(test.database.db, { now: options.now });

  const user = async (...roles: RoleName[]): Promise<TestUser> => {
    const { password, ...identity } = newUser();
    const id = crypto.randomUUID();
    const creator = { id, origin: null };
    const account: NewAccount = {
      id,
      creator,
      user: identity,
      roleIds: await users.roleIds(roles),
      passwordFrom: 'persona',
    };
    passwordHash ??= hashPassword(password);
    await users.create(account, await passwordHash);
    const claims = await sessions.open({ id, epoch: 1 }, ORIGIN);
    const client = new ApiClient(app, app.jwt.sign(claims));
    return Object.assign(client, { id, cedula: identity.cedula, email: identity.email, password });
  };

  return {
    app,
    database: test.database,
    databaseUrl: test.url,
    admin: await user('ROLE_ADMINISTRADOR'),
    anonymous: new ApiClient(app),
    user,
    roleId: async (name) => String((await users.roleIds([name]))[0]),
    client: (token, address) => new ApiClient(app, token, address),
    close: async () => {
      await app.close();
      await test.drop();
    },
  };
}
