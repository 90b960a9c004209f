import { z } from 'zod';
import { defineCall, NO_BODY } from './define-call.ts';
import { messageOnly } from './messages.ts';
import { ROUTES } from './routes.ts';

const shared = { permission: 'account', tag: 'sesión' } as const;

const openSession = z.object({
  _id: z.string(),
  equipo: z.string(),
  direccion: z.string(),
  desde: z.string(),
  ultimoUso: z.string(),
  actual: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const listSessions = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/sesiones',
  answer: z.array(openSession),
});

export const endSession = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/api/sesiones/:id',
  keeps: 'little',
  endsSessions: true,
  answer: messageOnly,
});

export const endOtherSessions = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/api/sesiones',
  keeps: 'little',
  endsSessions: true,
  answer: messageOnly,
});

/** Ends the session of the token; also succeeds for one that has already ended. */
export const signout = defineCall({
  ...ROUTES.signout,
  permission: 'public',
  keeps: 'little',
  endsSessions: true,
  tag: 'sesión',
  body: NO_BODY,
  answer: messageOnly,
});
