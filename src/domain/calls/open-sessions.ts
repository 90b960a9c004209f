import { z } from 'zod';
import { defineCall, NO_BODY } from './define-call.ts';
import { messageOnly } from './messages.ts';
import { ROUTES } from './routes.ts';

const shared = { permission: 'account', tag: 'sesión' } as const;

const openSession = z.object({
  _id: z.string(),
  /** The browser and system, as people call them. */
  equipo: z.string(),
  /** The network address from which it was opened. */
  direccion: z.string(),
  desde: z.string(),
  ultimoUso: z.string(),
  /** Whether the asking is done in it. */
  actual: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

/** The caller's open sessions, the one used last first. */
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

/** Ends all of the caller's sessions but this one. */
export const endOtherSessions = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/api/sesiones',
  keeps: 'little',
  endsSessions: true,
  answer: messageOnly,
});

/** Ends the session of the token that is sent; also one that has ended already. */
export const signout = defineCall({
  ...ROUTES.signout,
  permission: 'public',
  keeps: 'little',
  endsSessions: true,
  tag: 'sesión',
  body: NO_BODY,
  answer: messageOnly,
});
