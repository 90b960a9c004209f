import type { z } from 'zod';
import type { passwordChangeSchema } from '#domain/accounts.ts';
import { changePassword as changing, getProfile } from '#domain/calls/session.ts';
import { asked, call } from '#web/lib/call.ts';
import { getSession, setSession } from '#web/lib/session.ts';

export const profileQuery = asked(getProfile, {}, { family: ['perfil'], what: 'el perfil' });

/** Changes the password; every other session of this person ends, this one goes on with a new token. */
export async function changePassword(change: z.output<typeof passwordChangeSchema>): Promise<string> {
  const { message, accessToken } = await call(changing, { body: change });
  const session = getSession();
  if (session && accessToken) setSession({ ...session, accessToken });
  return message;
}
