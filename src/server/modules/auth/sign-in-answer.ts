import type { Session } from '#domain/calls/session.ts';
import type { AccountCredentials } from './session-repository.ts';

export function signInAnswer(credentials: AccountCredentials, accessToken: string, mustChangePassword: boolean) {
  const { id: _id, nombre, apellido, cedula, email, roles, passwordFrom } = credentials;
  const session: Session = {
    ...{ _id, nombre, apellido, cedula, email, roles, accessToken },
    ...(mustChangePassword && { cambiarClave: true }),
    ...(passwordFrom === 'programa' && { recordarClave: true }),
  };
  return { ...session, message: `Te damos la bienvenida, ${nombre}.` };
}
