import type { ApiClient } from './api-client.ts';
import { newAddress } from './new-address.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** Takes somebody's role away; the account signed in again, as it is now. */
export async function withoutRole(api: TestApi, { id, cedula, password }: TestUser): Promise<ApiClient> {
  const account = (await api.admin.get(`/api/users/${id}`)).body;
  const roles = await api.roleId('ROLE_USUARIO');
  const { status, text } = await api.admin.put(`/api/users/${id}`, { ...account, password: '', roles });
  if (status !== 200) throw new Error(text);
  const signedIn = await api.client(undefined, newAddress()).post('/api/auth/signin', { cedula, password });
  return api.client(signedIn.body.accessToken);
}
