import { z } from 'zod';
import { currentPasswordSchema } from '../accounts.ts';
import { defineCall } from './define-call.ts';
import { messageOnly, withMessage } from './messages.ts';

const administration = { permission: 'users', tag: 'segundo factor' } as const;
const own = { permission: 'account', tag: 'segundo factor' } as const;

const demandingRole = z.object({
  _id: z.string(),
  name: z.string(),
  exigido: z.boolean(),
});
export type DemandingRole = z.output<typeof demandingRole>;

const state = z.object({
  exigido: z.boolean(),
  activo: z.boolean(),
  codigos: z.int(),
});
export type SecondFactorState = z.output<typeof state>;

export const listDemandingRoles = defineCall({
  ...administration,
  method: 'GET',
  path: '/api/segundo-factor',
  answer: z.array(demandingRole),
});

/** Requiring it ends the sessions of all other accounts with the role. */
export const saveDemandingRole = defineCall({
  ...administration,
  method: 'PUT',
  path: '/api/segundo-factor/:id',
  endsSessions: true,
  body: z.object({ exigido: z.boolean('Indica si se exige') }),
  answer: withMessage(demandingRole),
});

export const getUserSecondFactor = defineCall({
  ...administration,
  method: 'GET',
  path: '/api/users/:id/segundo-factor',
  answer: state,
});

/** For a lost telephone: the user sets the second factor up again at the next sign-in. */
export const resetSecondFactor = defineCall({
  ...administration,
  method: 'DELETE',
  path: '/api/users/:id/segundo-factor',
  endsSessions: true,
  answer: messageOnly,
});

export const getOwnSecondFactor = defineCall({
  ...own,
  method: 'GET',
  path: '/api/perfil/segundo-factor',
  answer: state,
});

export const replaceRecoveryCodes = defineCall({
  ...own,
  method: 'PUT',
  path: '/api/perfil/segundo-factor/codigos',
  body: currentPasswordSchema,
  answer: messageOnly.extend({ codigos: z.array(z.string()) }),
});
