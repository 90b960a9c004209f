import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { usuario } from '#server/db/schema.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** Of the password that all of them have: a hash says itself what a try costs, and this one says next to nothing. */
let cheapHash: Promise<string> | undefined;

/** Somebody of a brigade whose password costs next to nothing to try, where what a try costs is not what is proved. */
export async function cheapUser(api: TestApi): Promise<TestUser> {
  const user = await api.user('ROLE_BRIGADA');
  cheapHash ??= hash(user.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const passwordHash = await cheapHash;
  await api.database.db.update(usuario).set({ passwordHash }).where(eq(usuario._id, user.id));
  return user;
}
