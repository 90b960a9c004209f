import type { z } from 'zod';
import type { passwordChangeSchema } from '#domain/accounts.ts';
import { getOwnSecondFactor, replaceRecoveryCodes } from '#domain/calls/second-factor.ts';
import { changePassword as changing, getProfile } from '#domain/calls/session.ts';
import { passwordChanged } from '#web/device/vault-door.ts';
import { FAMILIES } from '#web/lib/booklets/families.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { getSession, setSession } from '#web/lib/session.ts';

export const profileQuery = callQuery(getProfile, {}, { family: [FAMILIES.profile], what: 'el perfil' });

const secondFactor = { family: ['segundo-factor'], what: 'el segundo paso' };
export const ownSecondFactor = { ...callQuery(getOwnSecondFactor, {}, secondFactor), staleTime: 0 };

export async function renewRecoveryCodes(actual: string): Promise<string[]> {
  const { codigos } = await call(replaceRecoveryCodes, { body: { actual } });
  void queryClient.invalidateQueries({ queryKey: secondFactor.family });
  return codigos;
}

/** Changes the password; all other sessions of the account end and this one gets a new token. */
export async function submitPasswordChange(change: z.output<typeof passwordChangeSchema>): Promise<string> {
  const { message, accessToken } = await call(changing, { body: change });
  const session = getSession();
  if (session && accessToken) {
    const { cambiarClave: _due, recordarClave: _reminded, ...rest } = session;
    const renewed = { ...rest, accessToken };
    setSession(renewed);
    await passwordChanged(renewed, change.nueva);
  }
  return message;
}
