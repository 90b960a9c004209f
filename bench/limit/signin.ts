import { createHmac, randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { statement } from './pool.ts';
import type { Answer } from './reads.ts';

const account = statement('account', 'select _id, password_hash from usuario where cedula = $1 and activo');

/** Verifies the password and signs a token, the least that a sign-in needs. */
export async function signIn({ cedula, password }: { cedula: string; password: string }): Promise<Answer> {
  const [row] = await account([cedula]);
  if (!row || !(await verify(String(row.password_hash), password))) return { status: 401, body: {} };
  const claims = Buffer.from(JSON.stringify({ sub: row._id, sid: randomUUID() })).toString('base64url');
  const accessToken = `${claims}.${createHmac('sha256', 'bench').update(claims).digest('base64url')}`;
  return { body: { accessToken, _id: row._id, cedula } };
}
