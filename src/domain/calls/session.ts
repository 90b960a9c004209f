import { z } from 'zod';
import { passwordChangeSchema, signinSchema, signupSchema } from '../accounts.ts';
import { boundedText, lengthLimitedText } from '../bounded.ts';
import { defineCall } from './define-call.ts';
import { chosenIdSchema } from './ids.ts';
import { messageOnly, withMessage } from './messages.ts';
import { presentedDevice } from './presented-device.ts';
import { ROUTES } from './routes.ts';
import { userSchema } from './users.ts';

const tag = 'sesión';

export const sessionSchema = userSchema
  .pick({ _id: true, nombre: true, apellido: true, cedula: true, email: true })
  .extend({
    roles: z.array(z.string()),
    accessToken: z.string(),
    cambiarClave: z.literal(true).optional(),
    /** The password is still the generated one. */
    recordarClave: z.literal(true).optional(),
  });
export type Session = z.output<typeof sessionSchema>;

/** For a sign-in without the required second factor: a new secret, sealed for 30 minutes in `sello`, which returns with the `codigo`. */
const enrolmentSchema = z.object({ secreto: z.string(), uri: z.string(), sello: z.string() });
export type Enrolment = z.output<typeof enrolmentSchema>;

const SEAL = { max: 500, notText: 'Debe ser el sello del alta', tooLong: 'Debe ser el sello del alta' };

/** A device with a vault identifies itself, so that wrong codes from elsewhere do not lock it out. */
const { equipo, secreto } = presentedDevice;

export const signin = defineCall({
  ...ROUTES.signin,
  permission: 'public',
  keeps: 'little',
  tag,
  body: signinSchema.extend({
    sello: z.union([z.null(), boundedText(SEAL).pipe(lengthLimitedText(SEAL))], { error: SEAL.notText }).optional(),
    equipo: equipo.optional(),
    secreto: secreto.optional(),
  }),
  answer: withMessage(sessionSchema).extend({
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
