import { z } from 'zod';
import { passwordChangeSchema, signinSchema, signupSchema } from '../accounts.ts';
import { defineCall } from './define-call.ts';
import { chosenIdSchema } from './ids.ts';
import { messageOnly, withMessage } from './messages.ts';
import { userSchema } from './users.ts';

const tag = 'sesión';

export const sessionSchema = userSchema
  .pick({ _id: true, nombre: true, apellido: true, cedula: true, email: true })
  .extend({
    roles: z.array(z.string()),
    accessToken: z.string(),
    /** The password has to be changed before anything else. */
    cambiarClave: z.literal(true).optional(),
    /** The password is still the one that the program made up. */
    recordarClave: z.literal(true).optional(),
  });
export type Session = z.output<typeof sessionSchema>;

/** What somebody sets an authenticator application up with: beside the refusal of a sign-in that needs one. */
const enrolmentSchema = z.object({ secreto: z.string(), uri: z.string() });
export type Enrolment = z.output<typeof enrolmentSchema>;

export const signin = defineCall({
  method: 'POST',
  path: '/api/auth/signin',
  permission: 'public',
  keeps: 'little',
  tag,
  body: signinSchema,
  answer: withMessage(sessionSchema).extend({
    /** Once, when the second factor begins. */
    codigosRecuperacion: z.array(z.string()).optional(),
  }),
});

export const signup = defineCall({
  method: 'POST',
  path: '/api/auth/signup',
  permission: 'public',
  tag,
  body: signupSchema.extend({ _id: chosenIdSchema }),
  status: 201,
  answer: withMessage(userSchema),
});

const profile = userSchema.extend({
  /** Records the user entered, by type, and their sum. */
  registros: z.object({ mujeres: z.number(), ninos: z.number(), total: z.number() }),
});
export type Profile = z.output<typeof profile>;

export const getProfile = defineCall({
  method: 'GET',
  path: '/api/perfil',
  permission: 'account',
  tag,
  answer: profile,
});

export const changePassword = defineCall({
  method: 'PUT',
  path: '/api/perfil/password',
  permission: 'account',
  tag,
  beforePasswordChange: true,
  endsSessions: true,
  body: passwordChangeSchema,
  answer: messageOnly.extend({ accessToken: z.string() }),
});
