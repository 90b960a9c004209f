import { eq } from 'drizzle-orm';
import { usuario } from '#server/db/schema.ts';
import { createSessionRepository } from '#server/modules/auth/session-repository.ts';
import type { ApiClient } from './api-client.ts';
import type { TestApi, TestUser } from './test-api.ts';

const ORIGIN = { request: crypto.randomUUID(), address: '127.0.0.1', device: 'Equipo de las pruebas' };

/** Removes a user's role and signs in again. */
export async function withoutRole(api: TestApi, { id }: TestUser): Promise<ApiClient> {
  const { db } = api.database;
  const account = (await api.admin.get(`/api/users/${id}`)).body;
  const roles = await api.roleId('ROLE_USUARIO');
  const { status, text } = await api.admin.put(`/api/users/${id}`, { ...account, password: '', roles });
  if (status !== 200) throw new Error(text);
  const [row] = await db.select({ epoch: usuario.sessionEpoch }).from(usuario).where(eq(usuario._id, id));
  const claims = await createSessionRepository(db).open({ id, epoch: Number(row?.epoch) }, ORIGIN);
  return api.client(api.app.jwt.sign(claims));
}
