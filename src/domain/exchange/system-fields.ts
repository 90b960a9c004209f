import { z } from 'zod';
import { boundedList, boundedText } from '../bounded.ts';
import { CANTON_OUTSIDE, type Fields, fieldSchemas } from '../fields/index.ts';
import { NOT_TEXT, REQUIRED } from '../schema-messages.ts';
import { cantonsOf } from '../territory.ts';
import { MAX_KEYS_TEXT, publicKeysText, readPublicKeys } from './public-keys.ts';
import { SYSTEM_SCOPES } from './scopes.ts';

/** The fields of a system that are single values. */
export const SYSTEM_FIELDS = {
  nombre: {
    kind: 'text',
    label: 'Nombre del sistema',
    max: 120,
    required: true,
    hint: 'Con este nombre aparece en la auditoría. Por ejemplo: Repositorio nacional de datos clínicos.',
  },
  hasta: {
    kind: 'date',
    label: 'Último día',
    ahead: true,
    hint: 'Al día siguiente deja de entrar. Vacío: sin término.',
  },
} as const satisfies Fields;

/** A place that a system sees, in a form: a whole province has no canton. */
const PLACE_FIELDS = {
  provincia: { kind: 'province', label: 'Provincia', required: true },
  canton: { kind: 'canton', label: 'Cantón', within: 'provincia' },
} as const satisfies Fields;

const MAX_PLACES = 250;
const NO_SCOPE = 'Elige al menos un permiso';
const UNKNOWN_SCOPE = 'No es un permiso que se pueda dar';
const NO_PLACE = 'Elige al menos un lugar, o todo el país';

const KEYS_TOO_LONG = 'El texto es demasiado largo para diez claves públicas';

const keysSchema = boundedText({ max: MAX_KEYS_TEXT, notText: NOT_TEXT, tooLong: KEYS_TOO_LONG })
  .nullish()
  .transform((text, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message, input: text });
      return z.NEVER;
    };
    if (!text?.trim()) return refuse(REQUIRED);
    if (text.length > MAX_KEYS_TEXT) return refuse(KEYS_TOO_LONG);
    const read = readPublicKeys(text);
    return 'problem' in read ? refuse(read.problem) : publicKeysText(read.keys);
  })
  .meta({ description: 'Claves públicas (JWKS)', maxLength: MAX_KEYS_TEXT });

const placeSchema = z
  .object(fieldSchemas(PLACE_FIELDS), { error: 'Debe ser un lugar' })
  .superRefine(({ provincia, canton }, context) => {
    if (canton !== '' && !cantonsOf(provincia).includes(canton))
      context.addIssue({ code: 'custom', path: ['canton'], message: CANTON_OUTSIDE, input: canton });
  });

const scopeSchema = boundedText({ notText: UNKNOWN_SCOPE, tooLong: UNKNOWN_SCOPE }).refine(
  (scope) => SYSTEM_SCOPES.includes(scope),
  UNKNOWN_SCOPE,
);

const scopesSchema = boundedList(scopeSchema, {
  min: 1,
  max: SYSTEM_SCOPES.length,
  notList: NO_SCOPE,
  wrongLength: NO_SCOPE,
})
  // In the order of the form, each once.
  .transform((scopes) => SYSTEM_SCOPES.filter((scope) => scopes.includes(scope)));

const placesSchema = boundedList(placeSchema, {
  min: 1,
  max: MAX_PLACES,
  notList: NO_PLACE,
  wrongLength: NO_PLACE,
}).nullable();

const body = z.object({
  ...fieldSchemas(SYSTEM_FIELDS),
  llaves: keysSchema,
  alcances: scopesSchema,
  /** Null for the whole country. */
  lugares: placesSchema,
});

/** What an administrator says of a system, with more if given. */
export const systemSchemaWith = <S extends z.ZodRawShape>(more: S) => body.extend(more);
export const systemSchema = systemSchemaWith({});

export type SystemValues = z.output<typeof systemSchema>;
export type SystemPlace = NonNullable<SystemValues['lugares']>[number];

/** `terminado`: its last day is over; `revocado`: for good. */
export const SYSTEM_STATES = { activo: 'Activo', terminado: 'Terminado', revocado: 'Revocado' } as const;
export type SystemState = keyof typeof SYSTEM_STATES;

export function systemState(
  { revocado, hasta }: { readonly revocado: unknown; readonly hasta: string | null },
  today: string,
): SystemState {
  if (revocado !== null) return 'revocado';
  return hasta !== null && today > hasta ? 'terminado' : 'activo';
}
