import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTurn } from '#server/accounts/password-work.ts';
import { readConfig } from '#server/base/config.ts';
import { createSessionRepository, type SessionRepository } from '#server/modules/auth/session-repository.ts';
import { createUserRepository, type UserRepository } from '#server/modules/users/user-repository.ts';
import { notePath } from '#server/start/administrator-note.ts';
import { createFirstAdministrator } from '#server/start/first-administrator.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let test: TestDatabase;
let users: UserRepository;
let sessions: SessionRepository;
let folder: string;
beforeEach(async () => {
  test = await createTestDatabase();
  users = createUserRepository(test.database.db);
  sessions = createSessionRepository(test.database.db);
  folder = mkdtempSync(join(tmpdir(), 'libreta-first-'));
});
afterEach(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const passwordIn = (dataDir: string) => /Contraseña: (\S+)/.exec(readFileSync(notePath(dataDir), 'utf8'))?.[1] ?? '';

const canEnter = async (password: string) => {
  const hash = (await sessions.credentials('9999999999'))?.passwordHash;
  return inTurn(({ verify }) => verify(hash, password));
};

it.each([
  ['with a data directory each', ['one', 'two', 'three']],
  ['with one for all', ['shared', 'shared', 'shared']],
])(
  'several processes that start at once on a new database, %s, create one administrator who can sign in',
  async (_what, names) => {
    const dataDirs = names.map((name) => join(folder, name));
    const made = await Promise.all(
      dataDirs.map((dataDir) => createFirstAdministrator({ users, sessions }, readConfig({ DATA_DIR: dataDir }))),
    );
    const [administrator, ...others] = made.filter((one) => one !== null);
    expect(others).toEqual([]);
    expect(administrator?.cedula).toBe('9999999999');
    const notes = [...new Set(dataDirs)].filter((dataDir) => existsSync(notePath(dataDir)));
    expect(notes).toHaveLength(1);
    expect(passwordIn(String(notes[0]))).toBe(administrator?.password);
    expect(await canEnter(String(administrator?.password))).toBe(true);
  },
);

it('a failed account creation leaves its note, and the next start creates the account with that password', async () => {
  const config = readConfig({ DATA_DIR: folder });
  const broken = { ...users, create: () => Promise.reject(new Error('the connection broke')) };
  await expect(createFirstAdministrator({ users: broken, sessions }, config)).rejects.toThrow('the connection broke');
  const password = passwordIn(folder);
  expect(await createFirstAdministrator({ users, sessions }, config)).toEqual({ cedula: '9999999999', password });
  expect(await canEnter(password)).toBe(true);
  expect(await createFirstAdministrator({ users, sessions }, config)).toBeNull();
});

it('a configured password is not written to any file', async () => {
  const config = readConfig({ DATA_DIR: folder, ADMIN_PASSWORD: 'Administra2026' });
  expect(await createFirstAdministrator({ users, sessions }, config)).toEqual({ cedula: '9999999999' });
  expect(existsSync(notePath(folder))).toBe(false);
});
