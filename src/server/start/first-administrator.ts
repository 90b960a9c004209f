import { AppError } from '#domain/errors.ts';
import { generatePassword } from '#server/accounts/generate-password.ts';
import { createPasswordPolicy } from '#server/accounts/password-policy.ts';
import { hashPassword, inTurn } from '#server/accounts/password-work.ts';
import type { Config } from '#server/base/config.ts';
import { StartupError } from '#server/base/startup-error.ts';
import type { SessionRepository } from '#server/modules/auth/session-repository.ts';
import type { UserRepository } from '#server/modules/users/user-repository.ts';
import { hasNote, notePath, removeNote, writeNote } from './administrator-note.ts';

const DEFAULT_CEDULA = '9999999999';
const DEFAULT_EMAIL = 'administrador@libreta.local';
const NAME = { nombre: 'Administrador', apellido: 'Principal' };

export interface Administrator {
  cedula: string;
  /** Only if it was generated; it is also in the note in the data directory. */
  password?: string;
}

/** @throws StartupError if easy passwords are refused and the first administrator's is one */
export async function refuseEasyAdministrator({ PASSWORDS, ADMIN_CEDULA, ADMIN_PASSWORD }: Config): Promise<void> {
  const { problems } = await createPasswordPolicy(PASSWORDS);
  const [easy] = problems('ADMIN_PASSWORD', ADMIN_PASSWORD, { ...NAME, cedula: ADMIN_CEDULA ?? DEFAULT_CEDULA });
  if (easy) throw new StartupError(`Configuración no válida. ${easy.path}: ${easy.msg}.`);
}

export async function createFirstAdministrator(
  { users, sessions }: { users: UserRepository; sessions: SessionRepository },
  config: Config,
): Promise<Administrator | null> {
  if (!(await users.isEmpty())) return null;
  const cedula = config.ADMIN_CEDULA ?? DEFAULT_CEDULA;
  const generated = config.ADMIN_PASSWORD ? undefined : writeNote(config.DATA_DIR, cedula, generatePassword());
  const id = crypto.randomUUID();
  const user = {
    ...NAME,
    cedula,
    email: config.ADMIN_EMAIL ?? DEFAULT_EMAIL,
  };
  const password = config.ADMIN_PASSWORD ?? String(generated);
  try {
    const roleIds = await users.roleIds(['ROLE_ADMINISTRADOR']);
    const creator = { id, origin: null };
    const passwordFrom = generated ? 'programa' : 'persona';
    await users.create({ id, creator, user, roleIds, passwordFrom }, await hashPassword(password));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
    // Another process on the same database was faster; with the same data directory it used the same note.
    const hash = (await sessions.credentials(cedula))?.passwordHash;
    if (generated && !(await inTurn(({ verify }) => verify(hash, generated)))) removeNote(config.DATA_DIR);
    return null;
  }
  return generated ? { cedula, password: generated } : { cedula };
}

/** A generated password is shown only on a terminal, and its note removed; other output may be logged, so it names the note. */
export function announceAdministrator(
  administrator: Administrator | null,
  { DATA_DIR }: Config,
  terminal: boolean,
): void {
  const path = notePath(DATA_DIR);
  if (!administrator) {
    if (hasNote(DATA_DIR))
      console.log(
        `La contraseña del primer administrador sigue en ${path}: cámbiala si no lo has hecho y borra el archivo.`,
      );
    return;
  }
  const { cedula, password } = administrator;
  const entry = `Primer inicio. Entra como administrador con la cédula ${cedula} y la contraseña`;
  if (password === undefined) console.log(`${entry} de ADMIN_PASSWORD.`);
  else if (terminal) {
    console.log(`${entry} ${password}`);
    console.log('Esta contraseña no se vuelve a mostrar: guárdala o cámbiala en tu perfil.');
    removeNote(DATA_DIR);
  } else console.log(`${entry} que está en ${path}: cámbiala en tu perfil y borra el archivo.`);
}
