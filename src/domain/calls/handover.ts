import { z } from 'zod';
import { boundedList, cleanedText } from '../bounded.ts';
import { PERSON_KINDS } from '../journal/journal.ts';
import { UUID } from '../uuid.ts';
import { defineCall } from './define-call.ts';
import { choiceFilter, personFilter, userFilter } from './filter-kinds.ts';
import { listQuery } from './list-query.ts';
import { withMessage } from './messages.ts';
import { authorSchema } from './record-wire.ts';

const shared = { permission: 'handover', tag: 'traspasos' } as const;

export const MAX_HANDED_OVER = 500;
const MAX_REASON_LENGTH = 200;

const MESSAGES = {
  personas: `Elige de 1 a ${MAX_HANDED_OVER} libretas`,
  account: 'Elige una cuenta de la lista',
  either: 'Elige unas libretas o todas las de una cuenta, no ambas cosas',
  same: 'Elige otra cuenta: las libretas ya están con esta',
  reason: 'Escribe el motivo',
} as const;

const idOf = (message: string) =>
  z
    .string({ error: message })
    .regex(UUID, message)
    .transform((id) => id.toLowerCase());

export const handoverForm = z.object({
  a: idOf(MESSAGES.account),
  motivo: cleanedText({
    notText: MESSAGES.reason,
    tooLong: `El motivo no debe tener más de ${MAX_REASON_LENGTH} caracteres`,
    max: MAX_REASON_LENGTH,
  }).pipe(z.string().min(1, MESSAGES.reason)),
});

const sent = handoverForm
  .extend({
    personas: boundedList(idOf(MESSAGES.personas), {
      min: 1,
      max: MAX_HANDED_OVER,
      notList: MESSAGES.personas,
      wrongLength: MESSAGES.personas,
    }).optional(),
    de: idOf(MESSAGES.account).optional(),
  })
  .refine(({ personas, de }) => personas !== undefined || de !== undefined, {
    path: ['personas'],
    error: MESSAGES.personas,
  })
  .refine(({ personas, de }) => personas === undefined || de === undefined, { path: ['de'], error: MESSAGES.either })
  .refine(({ de, a }) => de !== a, { path: ['a'], error: MESSAGES.same });

/** Hands booklets, or the next part of an account's, to a brigade; repeat until `faltan` is 0. Deleted ones are skipped; 404 if none is left. */
export const handOver = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/traspasos',
  body: sent,
  answer: withMessage(z.object({ traspasadas: z.int(), faltan: z.int() })),
});

const handover = z.object({
  _id: z.string(),
  cuando: z.string(),
  por: authorSchema,
  de: authorSchema,
  a: authorSchema,
  motivo: z.string(),
  libretas: z.int(),
  persona: z.object({ _id: z.string(), tipo: z.enum(PERSON_KINDS), nombre: z.string() }).nullable(),
});
export type Handover = z.output<typeof handover>;

const handoversQuery = listQuery({
  sortable: [],
  filters: { de: userFilter, a: userFilter, por: userFilter, persona: personFilter },
});
export type HandoversQuery = z.output<typeof handoversQuery>;

export const listHandovers = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/traspasos',
  query: handoversQuery,
  rows: handover,
  noted: { action: 'exportar', kind: 'traspaso', whole: true },
});

const custodian = authorSchema.extend({
  /** Whether booklets can be handed to this account: it exists and is of a brigade. */
  recibe: z.boolean(),
  libretas: z.int(),
});
export type Custodian = z.output<typeof custodian>;

/** `para=recibir`: accounts that can receive booklets; `para=entregar`: accounts that have some, also deleted ones. */
const custodiansQuery = listQuery({
  sortable: [],
  filters: { para: choiceFilter(['recibir', 'entregar']), usuario: userFilter },
});
export type CustodiansQuery = z.output<typeof custodiansQuery>;

export const listCustodians = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/traspasos/cuentas',
  query: custodiansQuery,
  rows: custodian,
});
