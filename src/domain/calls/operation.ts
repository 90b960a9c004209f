import { z } from 'zod';
import { boundedList, unreadObject } from '../bounded.ts';
import { RECORDS } from '../records/index.ts';
import { UUID } from '../uuid.ts';

/** How devices send: another number with every change that an older server or application would not understand. */
export const PROTOCOL = 1;
/** As many as one call brings … */
export const MOST_OPERATIONS = 50;
/** … in so many bytes. */
export const MOST_OPERATION_BYTES = 256 * 1024;

const SAY = {
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
  .string({ error: SAY.id })
  .regex(UUID, SAY.id)
  .transform((text) => text.toLowerCase());

const values = unreadObject(SAY.values);

/** More than any declaration has. */
const MOST_FIELDS = 200;
/** A clock further away than this says nothing. */
const MOST_SHIFT_MS = 100 * 365 * 86_400_000;

/**
 * One write of a booklet, as a device keeps it until the server has it. Those of one booklet (`persona`) are done in the order in which
 * they were written; those of different ones know nothing of each other.
 */
export const operationSchema = z.object({
  /** Under which the server remembers what came of it: sent twice it is done once. */
  op: id,
  /** The woman or child whose booklet it belongs to. */
  persona: id,
  hace: z.enum(['crear', 'reemplazar', 'eliminar'], { error: SAY.what }),
  tipo: z.string({ error: SAY.kind }).refine((key) => Object.hasOwn(RECORDS, key), SAY.kind),
  _id: id,
  /** Of what is replaced: the version that was seen. */
  version: z.int({ error: SAY.version }).min(0, SAY.version).optional(),
  /** The operation of the same booklet whose outcome is replaced: its version is known to the server alone. */
  tras: id.optional(),
  /** The last change of the booklet that the device knew; absent of one that it made itself. */
  sello: z
    .string({ error: SAY.change })
    .regex(/^\d{1,20}$/, SAY.change)
    .optional(),
  /** The fields that the application knew: of what is replaced, the others keep what is stored. */
  campos: boundedList(z.string(), { max: MOST_FIELDS, notList: SAY.fields, wrongLength: SAY.fields }).optional(),
  /** As the body of the call that does the same, without ids and version; read when its turn comes. */
  valores: values.optional(),
  /** Of a conflict that somebody settled: what was given up, by field. */
  descartado: values.optional(),
  /** When it was written, by a clock that the device has corrected by `desfase`, in milliseconds. */
  capturado: z.iso.datetime({ error: SAY.moment }),
  desfase: z
    .number({ error: SAY.shift })
    .refine((shift) => Math.abs(shift) <= MOST_SHIFT_MS, SAY.shift)
    .optional(),
});
export type Operation = z.output<typeof operationSchema>;

/** Why something is handed to supervision instead of being done. */
export const RETAINED_REASONS = ['eliminada', 'traspasada', 'rol', 'mismaPersona'] as const;
export type RetainedReason = (typeof RETAINED_REASONS)[number];
/** As people read it. */
export const RETAINED_WHY: Readonly<Record<RetainedReason, string>> = {
  eliminada: 'La libreta fue eliminada',
  traspasada: 'La libreta está a cargo de otra brigada',
  rol: 'La cuenta ya no trabaja con libretas',
  mismaPersona: 'La cédula es de una libreta de otra brigada',
};
