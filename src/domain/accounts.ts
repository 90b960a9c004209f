import { z } from 'zod';
import { cleanText } from './text.ts';

/** Field rules of users; messages to the letter of the specification, section 5. */
export const ACCOUNT_MESSAGES = {
  nombre: 'Nombre requerido y no debe contener números',
  apellido: 'Apellido requerido y no debe contener números',
  cedula: 'Cédula requerida y debe tener una longitud de 10 dígitos númericos',
  email: 'Formato de correo inválido',
  password: 'Contraseña debe tener mínimo 8 dígitos,al menos una letra minúscula,una letra mayúscula y un número',
  roles: 'Selecciona al menos un rol válido',
  signinCedula: 'Cédula es requerida!',
  signinPassword: 'Contraseña is requerida',
  cedulaTaken: 'Ya existe un usuario registrado con esta cédula',
  emailTaken: 'Ya existe un usuario registrado con este correo',
  currentPassword: 'La contraseña actual no es correcta',
} as const;

const NAME = /^\p{L}\p{M}*(?:[\p{L}\p{M}]|[ '’-](?=\p{L}))*$/u;
const MAX_PASSWORD = 200;

const text = (message: string) => z.string({ error: message }).transform((value) => cleanText(value));

const personName = (message: string) =>
  text(message).pipe(z.string().min(3, message).max(20, message).regex(NAME, message));

const cedula = text(ACCOUNT_MESSAGES.cedula).pipe(z.string().regex(/^\d{10}$/, ACCOUNT_MESSAGES.cedula));

const email = text(ACCOUNT_MESSAGES.email)
  .transform((value) => value.toLowerCase())
  .pipe(z.email(ACCOUNT_MESSAGES.email).max(200, ACCOUNT_MESSAGES.email));

const newPassword = z
  .string({ error: ACCOUNT_MESSAGES.password })
  .min(8, ACCOUNT_MESSAGES.password)
  .max(MAX_PASSWORD, ACCOUNT_MESSAGES.password)
  .regex(/^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)/su, ACCOUNT_MESSAGES.password);

/** Role ids as the specification sends them, comma-joined; an array of ids, or of the role objects that were read, works too. */
const roleIds = z
  .union(
    [
      z.string().transform((ids) => ids.split(',')),
      z.array(z.union([z.string(), z.object({ _id: z.string() }).transform((role) => role._id)])),
    ],
    { error: ACCOUNT_MESSAGES.roles },
  )
  .transform((ids) => ids.map((id) => id.trim()).filter(Boolean))
  .refine((ids) => ids.length > 0, ACCOUNT_MESSAGES.roles);

const identity = {
  nombre: personName(ACCOUNT_MESSAGES.nombre),
  apellido: personName(ACCOUNT_MESSAGES.apellido),
  cedula,
  email,
};

export const signinSchema = z.object({
  cedula: text(ACCOUNT_MESSAGES.signinCedula).pipe(
    z.string().min(1, ACCOUNT_MESSAGES.signinCedula).max(MAX_PASSWORD, ACCOUNT_MESSAGES.cedula),
  ),
  password: z
    .string({ error: ACCOUNT_MESSAGES.signinPassword })
    .min(1, ACCOUNT_MESSAGES.signinPassword)
    .max(MAX_PASSWORD, ACCOUNT_MESSAGES.password),
});

export const signupSchema = z.object({ ...identity, password: newPassword });

export const userCreateSchema = z.object({ ...identity, password: newPassword, roles: roleIds });

/** An empty password leaves the password as it is. */
export const userUpdateSchema = z.object({
  ...identity,
  password: z
    .union([z.literal(''), z.null(), newPassword], { error: ACCOUNT_MESSAGES.password })
    .optional()
    .transform((value) => value || undefined),
  roles: roleIds,
});

export const passwordChangeSchema = z.object({
  actual: z
    .string({ error: ACCOUNT_MESSAGES.signinPassword })
    .min(1, ACCOUNT_MESSAGES.signinPassword)
    .max(MAX_PASSWORD, ACCOUNT_MESSAGES.currentPassword),
  nueva: newPassword,
});

/**
 * Ecuador's identity card check digit (Registro Civil, modulus 10 with coefficients 2 and 1).
 * @returns true also for texts that are not ten digits: other documents have no such digit.
 */
export function cedulaCheckDigitOk(value: string): boolean {
  if (!/^\d{10}$/.test(value)) return true;
  const province = Number(value.slice(0, 2));
  if (!((province >= 1 && province <= 24) || province === 30) || Number(value[2]) > 5) return false;
  let sum = 0;
  for (let i = 0; i < 9; i += 1) {
    const doubled = Number(value[i]) * (i % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10 === Number(value[9]);
}
