import { z } from 'zod';
import { lastAuthorSchema } from '../author.ts';
import { boundedList } from '../bounded.ts';
import { UUID } from '../uuid.ts';
import { defineCall } from './define-call.ts';
import { MAX_OPERATION_BYTES, MAX_OPERATIONS, operationSchema, RETAINED_REASONS } from './operation.ts';
import { ROUTES } from './routes.ts';

const tag = 'sincronización';

/** The operation id of a call that writes records: repeated, also by {@link sendOperations}, the operation is done once. */
export const OPERATION_HEADER = 'x-operacion';
/** Answers such a call: the stamp of the booklet with the operation, by which a device recognises that it has pulled the change. */
export const STAMP_HEADER = 'x-sello';
/** How many seconds the form of a new record was open; another value than a time is ignored. */
export const SECONDS_HEADER = 'x-segundos';

const WRONG_LENGTH = `Debe haber entre 1 y ${MAX_OPERATIONS} operaciones`;
const NO_DEVICE = 'Debe ser el id de un equipo';
const NO_PROTOCOL = 'Debe ser el número del protocolo';

const body = {
  protocolo: z.int({ error: NO_PROTOCOL }).min(1, NO_PROTOCOL),
  equipo: z
    .string({ error: NO_DEVICE })
    .regex(UUID, NO_DEVICE)
    .transform((id) => id.toLowerCase()),
  operaciones: boundedList(operationSchema, {
    min: 1,
    max: MAX_OPERATIONS,
    notList: WRONG_LENGTH,
    wrongLength: WRONG_LENGTH,
  }),
};

const problem = z.object({ msg: z.string(), path: z.string() });

const outcome = z.object({
  op: z.string(),
  /** `hecha`: stored, now or before. `rechazada`: refused. `retenida`: supervision has it. `enespera`: an earlier one was not done. */
  estado: z.enum(['hecha', 'rechazada', 'retenida', 'enespera']),
  /** Of a done operation: the stamp of the booklet and the version of the record. */
  sello: z.string().optional(),
  version: z.int().optional(),
  code: z.string().optional(),
  message: z.union([z.string(), z.array(problem)]).optional(),
  actual: z.record(z.string(), z.unknown()).optional(),
  autor: lastAuthorSchema.optional(),
  /** Why supervision has it; of a refused one: why supervision had it, before it decided against it. */
  motivo: z.enum(RETAINED_REASONS).optional(),
});
export type Outcome = z.output<typeof outcome>;

const answer = z.object({ resultados: z.array(outcome) });

export const sendOperations = defineCall({
  ...ROUTES.sendOperations,
  permission: 'booklet',
  maxBytes: MAX_OPERATION_BYTES,
  tag,
  body: z.object(body),
  answer,
});

/** Hands operations to supervision that their author can no longer send; allowed for any active account. */
export const handInOperations = defineCall({
  ...ROUTES.handInOperations,
  permission: 'account',
  maxBytes: MAX_OPERATION_BYTES,
  tag,
  body: z.object({ ...body, motivo: z.enum(['rol', 'mismaPersona'], { error: 'Debe ser rol o mismaPersona' }) }),
  answer,
});
