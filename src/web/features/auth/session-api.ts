import { api } from '#web/lib/api-client.ts';
import { type Session, setSession } from '#web/lib/session.ts';

export interface Credentials {
  cedula: string;
  password: string;
}

/** Signs in and keeps the whole answer. */
export async function signin(credentials: Credentials): Promise<void> {
  const session = await api.post<Session>('/api/auth/signin', credentials, { anonymous: true });
  if (session.accessToken) setSession(session);
}

export interface Registration extends Credentials {
  nombre: string;
  apellido: string;
  email: string;
}

export function signup(registration: Registration): Promise<{ message: string }> {
  return api.post('/api/auth/signup', registration, { anonymous: true });
}
