import { z } from 'zod';
import { cleanedText } from '../bounded.ts';
import { fieldChangeSchema, PERSON_KINDS } from '../journal/journal.ts';
import { defineCall, NO_BODY } from './define-call.ts';
import { aPerson, aUser, oneOf } from './filter-kinds.ts';
import { listQuery } from './list-query.ts';
import { messageOnly } from './messages.ts';
import { RETAINED_REASONS } from './operation.ts';
import { authorSchema } from './record-wire.ts';

const shared = { permission: 'handover', tag: 'envíos retenidos' } as const;

/** So long something waits for a decision, and so long what was decided is kept: as long as a tablet may lie in a drawer. */
export const RETAINED_DAYS = 400;

const LONGEST_REASON = 300;
const REASON_MISSING = 'Escribe el motivo';

const retained = z.object({
  /** Of the operation. */
  _id: z.string(),
  recibida: z.string(),
  quien: authorSchema,
  hace: z.enum(['crear', 'reemplazar', 'eliminar']),
  tipo: z.string(),
  /** Whose booklet it is of; how she or he is called, as far as that is known. */
  persona: z.object({
    _id: z.string(),
    tipo: z.enum(PERSON_KINDS),
    nombre: z.string().nullable(),
    existe: z.boolean(),
  }),
  motivo: z.enum(RETAINED_REASONS),
  /** When whoever handed it in had the booklet, in order; `hasta` is null while she has it. Nothing of one that was never hers. */
  tuvo: z.array(z.object({ desde: z.string(), hasta: z.string().nullable() })),
  /** Who has the cedula that was sent, where that is why it is here, while nobody has decided. */
  registrada: z.object({ _id: z.string(), nombre: z.string() }).nullable(),
  /**
   * Field by field, what accepting changes: `antes` as it is stored now, `despues` as it was sent. Of what was decided, what was sent;
   * nothing once the person was erased.
   */
  cambios: z.array(fieldChangeSchema),
  /** When it goes, decided on or not. */
  seBorra: z.string(),
  resuelta: z.string().nullable(),
  resueltaPor: authorSchema.nullable(),
  resultado: z.enum(['aceptado', 'traspasado', 'cerrado', 'borrado']).nullable(),
  /** Why it was closed. */
  razon: z.string().nullable(),
});
export type Retained = z.output<typeof retained>;

const retainedQuery = listQuery({
  sortable: [],
  filters: { estado: oneOf(['abiertos', 'resueltos']), usuario: aUser, persona: aPerson },
});
export type RetainedQuery = z.output<typeof retainedQuery>;

/** What devices handed to supervision, newest first. */
export const listRetained = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/retenidos',
  query: retainedQuery,
  rows: retained,
  noted: { action: 'exportar', kind: 'envio', whole: true },
});

/**
 * Does what was sent, in the name of whoever wrote it: a person who was deleted is restored first; where somebody else has the cedula
 * already, her booklet is handed over to the author instead. 409 `settled` once somebody has decided; what does not fit any more is
 * refused as the call that does the same refuses it.
 */
export const acceptRetained = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/retenidos/:id/aceptar',
  body: NO_BODY,
  answer: messageOnly,
});

/** What the form that closes one asks for. */
export const closingForm = z.object({
  razon: cleanedText({
    notText: REASON_MISSING,
    tooLong: `El motivo no debe tener más de ${LONGEST_REASON} caracteres`,
    max: LONGEST_REASON,
  }).pipe(z.string().min(1, REASON_MISSING)),
});

/** Decides that it is not done; why stands beside it. */
export const closeRetained = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/retenidos/:id/cerrar',
  body: closingForm,
  answer: messageOnly,
});
