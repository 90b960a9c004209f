import type { RoleName } from '#domain/roles.ts';
import { remoteApi } from './remote-api.ts';
import type { ServerProcess } from './server-process.ts';

export const PASSWORD = 'Libreta2026';

export async function createUser(server: ServerProcess, cedula: string, role: RoleName): Promise<void> {
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  const { body: roles } = await call('GET', '/api/roles', undefined, token);
  const { _id } = roles.find(({ name }: { name: string }) => name === role);
  const user = {
    nombre: 'Rosa',
    apellido: 'Yuquilema',
    cedula,
    email: `${cedula}@ejemplo.ec`,
    password: PASSWORD,
    roles: _id,
  };
  const answer = await call('POST', '/api/users', user, token);
  if (answer.status !== 201) throw new Error(`The user was not created: ${JSON.stringify(answer.body)}`);
}
