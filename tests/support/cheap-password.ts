import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { usuario } from '#server/db/schema.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** Shared by all cheap users. The parameters in a hash decide its cost, and these cost almost nothing. */
let cheapHash: Promise<string> | undefined;

/** A brigade user whose password is cheap to verify, for tests that do not measure its cost. */
export async function cheapUser(api: TestApi): Promise<TestUser> {
  const user = await api.user('ROLE_BRIGADA');
  cheapHash ??= hash(user.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const passwordHash = await cheapHash;
  await api.database.db.update(usuario).set({ passwordHash }).where(eq(usuario._id, user.id));
  return user;
}
