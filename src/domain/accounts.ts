import { z } from 'zod';
import { boundedList, boundedText, cleanedText, lengthLimitedText, type TextBound } from './bounded.ts';
import { UUID } from './uuid.ts';

/** Validation of accounts; the messages are those of the specification, section 5, character by character. */
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
  samePassword: 'La contraseña nueva debe ser distinta de la actual',
  code: 'Escribe el código',
  digits: 'Escribe los seis dígitos del código',
  digitsOrRecovery: 'Escribe los seis dígitos, o los diez caracteres de un código de recuperación',
  easyPassword: 'Contraseña demasiado fácil de adivinar',
} as const;

export const NAME = /^\p{L}(?:[\p{L}\p{M}]|[ '’-](?=\p{L}))*$/u;
export const PASSWORD = /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)/su;

const bound = (message: string, max?: number): TextBound => ({ notText: message, tooLong: message, max });
const asTyped = (bounds: TextBound) => boundedText(bounds).pipe(lengthLimitedText(bounds));

const personName = (message: string) =>
  cleanedText(bound(message, 20)).pipe(z.string().min(3, message).regex(NAME, message));

const cedula = cleanedText(bound(ACCOUNT_MESSAGES.cedula)).pipe(z.string().regex(/^\d{10}$/, ACCOUNT_MESSAGES.cedula));

const email = cleanedText(bound(ACCOUNT_MESSAGES.email))
  .transform((value) => value.toLowerCase())
  .pipe(z.email(ACCOUNT_MESSAGES.email));

export const newPassword = asTyped(bound(ACCOUNT_MESSAGES.password)).pipe(
  z.string().min(8, ACCOUNT_MESSAGES.password).regex(PASSWORD, ACCOUNT_MESSAGES.password),
);

const MAX_ROLES = 100;
const ID_LENGTH = 36;

/** Comma-joined role ids in any letter case, as the specification sends them; an array of ids or of role objects is accepted too. */
const roleIds = z
  .union(
    [
      boundedText(bound(ACCOUNT_MESSAGES.roles, MAX_ROLES * ID_LENGTH)).transform((ids) => ids.split(',')),
      boundedList(z.union([z.string(), z.object({ _id: z.string() }).transform((role) => role._id)]), {
        max: MAX_ROLES,
        notList: ACCOUNT_MESSAGES.roles,
        wrongLength: ACCOUNT_MESSAGES.roles,
      }),
    ],
    { error: ACCOUNT_MESSAGES.roles },
  )
  .transform((ids) => ids.map((id) => id.trim().toLowerCase()).filter(Boolean))
  .refine((ids) => ids.length > 0 && ids.every((id) => UUID.test(id)), ACCOUNT_MESSAGES.roles)
  // Transforms have no JSON Schema of their own, so the API description gets it here.
  .meta({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] });

const identity = {
  nombre: personName(ACCOUNT_MESSAGES.nombre),
  apellido: personName(ACCOUNT_MESSAGES.apellido),
  cedula,
  email,
};

export const signinSchema = z.object({
  cedula: cleanedText({ notText: ACCOUNT_MESSAGES.signinCedula, tooLong: ACCOUNT_MESSAGES.cedula }).pipe(
    z.string().min(1, ACCOUNT_MESSAGES.signinCedula),
  ),
  password: asTyped({ notText: ACCOUNT_MESSAGES.signinPassword, tooLong: ACCOUNT_MESSAGES.password }).pipe(
    z.string().min(1, ACCOUNT_MESSAGES.signinPassword),
  ),
  /** The second factor: six digits or a recovery code. */
  codigo: z
    .union([z.null(), cleanedText(bound(ACCOUNT_MESSAGES.code))], { error: ACCOUNT_MESSAGES.code })
    .optional()
    .transform((value) => value || undefined),
});

const SIX_DIGITS = /^(?:\s?\d){6}$/;
const RECOVERY_CODE = /^(?:[\s-]?[A-Za-z\d]){10}$/;
const withCode = (patterns: readonly RegExp[], message: string) =>
  signinSchema.extend({
    codigo: cleanedText(bound(ACCOUNT_MESSAGES.code))
      .pipe(z.string().min(1, ACCOUNT_MESSAGES.code))
      .refine((typed) => typed === '' || patterns.some((pattern) => pattern.test(typed)), message),
  });

/** The second step, checked before it is sent: the server counts every wrong code. */
export const secondStepSchema = withCode([SIX_DIGITS, RECOVERY_CODE], ACCOUNT_MESSAGES.digitsOrRecovery);

/** The second step that sets an application up, when there are no recovery codes yet. */
export const enrolmentSchema = withCode([SIX_DIGITS], ACCOUNT_MESSAGES.digits);

export const signupSchema = z.object({ ...identity, password: newPassword });

export const userCreateSchema = z.object({ ...identity, password: newPassword, roles: roleIds });

export const userUpdateSchema = z.object({
  ...identity,
  password: z
    .union([z.literal(''), z.null(), newPassword], { error: ACCOUNT_MESSAGES.password })
    .optional()
    .transform((value) => value || undefined),
  roles: roleIds,
});

const actual = asTyped({ notText: ACCOUNT_MESSAGES.signinPassword, tooLong: ACCOUNT_MESSAGES.currentPassword }).pipe(
  z.string().min(1, ACCOUNT_MESSAGES.signinPassword),
);

export const passwordChangeSchema = z.object({ actual, nueva: newPassword });

export const currentPasswordSchema = z.object({ actual });

/** Check digit of Ecuador's identity card (Registro Civil, modulus 10, coefficients 2 and 1). @returns true also for a text of another form */
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
