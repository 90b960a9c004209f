import type { Config } from './config.ts';
import { hashPassword } from './modules/auth/password-work.ts';
import { generatePassword } from './modules/auth/passwords.ts';
import type { UserRepository } from './modules/users/user-repository.ts';

const DEFAULT_CEDULA = '9999999999';
const DEFAULT_EMAIL = 'administrador@libreta.local';

export interface Administrator {
  cedula: string;
  /** Present only when it was generated, to be shown this one time. */
  password?: string;
}

/** Creates the administrator of a new installation. @returns null when there is any user already. */
export async function createFirstAdministrator(users: UserRepository, config: Config): Promise<Administrator | null> {
  if (!(await users.isEmpty())) return null;
  const cedula = config.ADMIN_CEDULA ?? DEFAULT_CEDULA;
  const password = config.ADMIN_PASSWORD ?? generatePassword();
  const id = crypto.randomUUID();
  const user = {
    nombre: 'Administrador',
    apellido: 'Principal',
    cedula,
    email: config.ADMIN_EMAIL ?? DEFAULT_EMAIL,
  };
  const roleIds = await users.roleIds(['ROLE_ADMINISTRADOR']);
  await users.create({ id, creatorId: id, user, roleIds }, await hashPassword(password));
  return config.ADMIN_PASSWORD ? { cedula } : { cedula, password };
}
