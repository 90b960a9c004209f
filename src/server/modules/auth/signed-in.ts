import type { Session } from '#domain/calls/session.ts';
import type { Credentials } from './session-repository.ts';

export function signedIn(credentials: Credentials, accessToken: string, mustChangePassword: boolean) {
  const { id: _id, nombre, apellido, cedula, email, roles, passwordFrom } = credentials;
  const session: Session = {
    ...{ _id, nombre, apellido, cedula, email, roles, accessToken },
    ...(mustChangePassword && { cambiarClave: true }),
    ...(passwordFrom === 'programa' && { recordarClave: true }),
  };
  return { ...session, message: `Te damos la bienvenida, ${nombre}.` };
}
