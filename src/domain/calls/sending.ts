import { z } from 'zod';
import { authorSchema } from '../author.ts';
import { boundedList } from '../bounded.ts';
import { UUID } from '../uuid.ts';
import { defineCall } from './define-call.ts';
import { MOST_OPERATION_BYTES, MOST_OPERATIONS, operationSchema, RETAINED_REASONS } from './operation.ts';
import { ROUTES } from './routes.ts';

const tag = 'sincronización';

/**
 * Of the specified calls that write records: the id of the operation that does the same, so that it is done once, whether it comes again
 * this way or by {@link sendOperations}.
 */
export const OPERATION_HEADER = 'x-operacion';

const WRONG_LENGTH = `Debe haber entre 1 y ${MOST_OPERATIONS} operaciones`;
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
    max: MOST_OPERATIONS,
    notList: WRONG_LENGTH,
    wrongLength: WRONG_LENGTH,
  }),
};

const problem = z.object({ msg: z.string(), path: z.string() });

/** What came of one operation. */
const outcome = z.object({
  op: z.string(),
  /**
   * `hecha`: it is stored, now or before. `rechazada`: nothing is stored, and `code` and `message` say why, as the call that does the
   * same would. `retenida`: supervision has it, and the device no longer need. `enespera`: an earlier one of its booklet was not done.
   */
  estado: z.enum(['hecha', 'rechazada', 'retenida', 'enespera']),
  /** Of what is done: the change of the booklet that holds it, and the version of the record. */
  sello: z.string().optional(),
  version: z.int().optional(),
  code: z.string().optional(),
  message: z.union([z.string(), z.array(problem)]).optional(),
  /** Of what somebody else changed: the record as it is stored now, and who wrote it last, when. */
  actual: z.record(z.string(), z.unknown()).optional(),
  autor: authorSchema.optional(),
  /** Why supervision has it. */
  motivo: z.enum(RETAINED_REASONS).optional(),
});
export type Outcome = z.output<typeof outcome>;

const answer = z.object({ resultados: z.array(outcome) });

/** What was recorded without signal: each operation is done or not for itself, those of one booklet in their order. */
export const sendOperations = defineCall({
  ...ROUTES.sendOperations,
  permission: 'booklet',
  mostBytes: MOST_OPERATION_BYTES,
  tag,
  body: z.object(body),
  answer,
});

/** Hands to supervision what its author can or may no longer have done herself; for any active account. */
export const handInOperations = defineCall({
  ...ROUTES.handInOperations,
  permission: 'account',
  mostBytes: MOST_OPERATION_BYTES,
  tag,
  body: z.object({ ...body, motivo: z.enum(['rol', 'mismaPersona'], { error: 'Debe ser rol o mismaPersona' }) }),
  answer,
});
