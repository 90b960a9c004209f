import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { passwordChangeSchema } from '#domain/accounts.ts';
import { api } from '#web/lib/api-client.ts';
import { getSession, setSession } from '#web/lib/session.ts';

export interface Profile {
  _id: string;
  nombre: string;
  apellido: string;
  cedula: string;
  email: string;
  roles: { _id: string; name: string }[];
  fechaRegistro: string;
  /** What this person has recorded. */
  registros: { mujeres: number; ninos: number; total: number };
}

export const profileQuery = queryOptions({
  queryKey: ['perfil'],
  meta: { what: 'el perfil' },
  queryFn: ({ signal }) => api.get<Profile>('/api/perfil', { signal }),
});

/** Changes the password; every other session of this person ends, this one goes on with a new token. */
export async function changePassword(change: z.output<typeof passwordChangeSchema>): Promise<string> {
  const { message, accessToken } = await api.put<{ message: string; accessToken: string }>(
    '/api/perfil/password',
    change,
  );
  const session = getSession();
  if (session && accessToken) setSession({ ...session, accessToken });
  return message;
}
