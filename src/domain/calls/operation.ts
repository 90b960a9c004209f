import { z } from 'zod';
import { boundedList, unparsedObject } from '../bounded.ts';
import { RECORDS } from '../records/index.ts';
import { isFormTime } from '../reports/form-times.ts';
import { UUID } from '../uuid.ts';

/** The protocol version: increases with every change that an older server or application would not understand. */
export const PROTOCOL = 1;
/** The limits of one call: operations … */
export const MAX_OPERATIONS = 50;
/** … and bytes. */
export const MAX_OPERATION_BYTES = 256 * 1024;

const MESSAGES = {
  id: 'Debe ser un UUID',
  what: 'Debe ser crear, reemplazar o eliminar',
  kind: 'Debe ser un tipo de registro',
  version: 'Debe ser una versión',
  change: 'Debe ser el cambio que el servidor dio',
  values: 'Deben ser los valores del registro',
  fields: 'Debe ser una lista de campos',
  moment: 'Debe ser una fecha con su hora',
  shift: 'Debe ser un número de milisegundos',
} as const;

const id = z
  .string({ error: MESSAGES.id })
  .regex(UUID, MESSAGES.id)
  .transform((text) => text.toLowerCase());

const values = unparsedObject(MESSAGES.values);

const MAX_FIELDS = 200;
const MAX_SHIFT_MS = 100 * 365 * 86_400_000;

/** A pending write on a device. Operations of one booklet (`persona`) are applied in order; those of different booklets are independent. */
export const operationSchema = z.object({
  /** The idempotency key: repeated with the same id, the operation is done once. */
  op: id,
  persona: id,
  hace: z.enum(['crear', 'reemplazar', 'eliminar'], { error: MESSAGES.what }),
  tipo: z.string({ error: MESSAGES.kind }).refine((key) => Object.hasOwn(RECORDS, key), MESSAGES.kind),
  _id: id,
  version: z.int({ error: MESSAGES.version }).min(0, MESSAGES.version).optional(),
  /** The operation of the same booklet that created the version to replace, which only the server knows. */
  tras: id.optional(),
  /** The booklet's latest stamp on the device; absent for a booklet created there. */
  sello: z
    .string({ error: MESSAGES.change })
    .regex(/^\d{1,20}$/, MESSAGES.change)
    .optional(),
  /** The fields of the application's version: the server keeps the stored values of others. */
  campos: boundedList(z.string(), {
    max: MAX_FIELDS,
    notList: MESSAGES.fields,
    wrongLength: MESSAGES.fields,
  }).optional(),
  /** The body of the corresponding call without ids and version; parsed when the operation is applied. */
  valores: values.optional(),
  descartado: values.optional(),
  /** How many seconds the form was open. It only serves a statistic, so another value than a time is ignored. */
  segundos: z
    .unknown()
    .transform((value) => (isFormTime(value) ? value : undefined))
    .optional(),
  /** The time of writing by the device's clock, corrected by `desfase` milliseconds. */
  capturado: z.iso.datetime({ error: MESSAGES.moment }),
  desfase: z
    .number({ error: MESSAGES.shift })
    .refine((shift) => Math.abs(shift) <= MAX_SHIFT_MS, MESSAGES.shift)
    .optional(),
});
export type Operation = z.output<typeof operationSchema>;

export const RETAINED_REASONS = ['eliminada', 'traspasada', 'rol', 'mismaPersona'] as const;
export type RetainedReason = (typeof RETAINED_REASONS)[number];
export const RETAINED_REASON_TEXTS: Readonly<Record<RetainedReason, string>> = {
  eliminada: 'La libreta fue eliminada',
  traspasada: 'La libreta está a cargo de otra brigada',
  rol: 'La cuenta ya no trabaja con libretas',
  mismaPersona: 'La cédula es de una libreta de otra brigada',
};
