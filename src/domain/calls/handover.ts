import { z } from 'zod';
import { boundedList, cleanedText } from '../bounded.ts';
import { PERSON_KINDS } from '../journal/journal.ts';
import { UUID } from '../uuid.ts';
import { defineCall } from './define-call.ts';
import { aPerson, aUser, oneOf } from './filter-kinds.ts';
import { listQuery } from './list-query.ts';
import { withMessage } from './messages.ts';
import { authorSchema } from './record-wire.ts';

const shared = { permission: 'handover', tag: 'traspasos' } as const;

/** As many booklets as one call hands over, in one transaction. */
export const MOST_AT_ONCE = 500;
const LONGEST_REASON = 200;

const SAY = {
  personas: `Elige de 1 a ${MOST_AT_ONCE} libretas`,
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

/** What a person says of any hand-over. */
export const handoverForm = z.object({
  a: idOf(SAY.account),
  motivo: cleanedText({
    notText: SAY.reason,
    tooLong: `El motivo no debe tener más de ${LONGEST_REASON} caracteres`,
    max: LONGEST_REASON,
  }).pipe(z.string().min(1, SAY.reason)),
});

const sent = handoverForm
  .extend({
    personas: boundedList(idOf(SAY.personas), {
      min: 1,
      max: MOST_AT_ONCE,
      notList: SAY.personas,
      wrongLength: SAY.personas,
    }).optional(),
    de: idOf(SAY.account).optional(),
  })
  .refine(({ personas, de }) => personas !== undefined || de !== undefined, { path: ['personas'], error: SAY.personas })
  .refine(({ personas, de }) => personas === undefined || de === undefined, { path: ['de'], error: SAY.either })
  .refine(({ de, a }) => de !== a, { path: ['a'], error: SAY.same });

/**
 * Hands some booklets over to a brigade, or as many of somebody's as one call takes: it is made again until none are left over
 * (`faltan`). Whoever the brigade has already stays without a trace; who was deleted since is left out, and the message says so;
 * 404 when there is none of them.
 */
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
  /** Empty once somebody of it was erased for good. */
  motivo: z.string(),
  libretas: z.int(),
  /** Who it is, of one booklet that is still there. */
  persona: z.object({ _id: z.string(), tipo: z.enum(PERSON_KINDS), nombre: z.string() }).nullable(),
});
export type Handover = z.output<typeof handover>;

const handoversQuery = listQuery({ sortable: [], filters: { de: aUser, a: aUser, por: aUser, persona: aPerson } });
export type HandoversQuery = z.output<typeof handoversQuery>;

/** What was handed over, newest first. */
export const listHandovers = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/traspasos',
  query: handoversQuery,
  rows: handover,
  noted: { action: 'exportar', kind: 'traspaso', whole: true },
});

const custodian = authorSchema.extend({
  /** Whether the account is there, and of a brigade: then booklets can be handed to it. */
  recibe: z.boolean(),
  /** How many it has now. */
  libretas: z.int(),
});
export type Custodian = z.output<typeof custodian>;

/** `para=recibir`: to whom booklets can be handed; `para=entregar`: who has some, also whoever no longer works here. */
const custodiansQuery = listQuery({
  sortable: [],
  filters: { para: oneOf(['recibir', 'entregar']), usuario: aUser },
});
export type CustodiansQuery = z.output<typeof custodiansQuery>;

export const listCustodians = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/traspasos/cuentas',
  query: custodiansQuery,
  rows: custodian,
});
