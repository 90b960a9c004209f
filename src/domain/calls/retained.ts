import { z } from 'zod';
import { cleanedText } from '../bounded.ts';
import { fieldChangeSchema, PERSON_KINDS } from '../journal/journal.ts';
import { defineCall, NO_BODY } from './define-call.ts';
import { choiceFilter, personFilter, userFilter } from './filter-kinds.ts';
import { listQuery } from './list-query.ts';
import { messageOnly } from './messages.ts';
import { RETAINED_REASONS } from './operation.ts';
import { authorSchema } from './record-wire.ts';

const shared = { permission: 'handover', tag: 'envíos retenidos' } as const;

/** How long a retained write waits, and how long a decided one is stored: a tablet may stay unused for months. */
export const RETAINED_DAYS = 400;

const MAX_REASON_LENGTH = 300;
const REASON_MISSING = 'Escribe el motivo';

const retained = z.object({
  _id: z.string(),
  recibida: z.string(),
  quien: authorSchema,
  hace: z.enum(['crear', 'reemplazar', 'eliminar']),
  tipo: z.string(),
  persona: z.object({
    _id: z.string(),
    tipo: z.enum(PERSON_KINDS),
    nombre: z.string().nullable(),
    existe: z.boolean(),
  }),
  motivo: z.enum(RETAINED_REASONS),
  /** The author's periods of custody in order; `hasta` is null for the current one. Empty if the author never had custody. */
  tuvo: z.array(z.object({ desde: z.string(), hasta: z.string().nullable() })),
  /** The existing person with the same cédula, for `mismaPersona` without a decision. */
  registrada: z.object({ _id: z.string(), nombre: z.string() }).nullable(),
  /** What accepting changes: `antes` is stored, `despues` was sent. After a decision only what was sent; empty after the person was erased. */
  cambios: z.array(fieldChangeSchema),
  seBorra: z.string(),
  resuelta: z.string().nullable(),
  resueltaPor: authorSchema.nullable(),
  resultado: z.enum(['aceptado', 'traspasado', 'cerrado', 'borrado']).nullable(),
  razon: z.string().nullable(),
});
export type RetainedWrite = z.output<typeof retained>;

const retainedQuery = listQuery({
  sortable: [],
  filters: { estado: choiceFilter(['abiertos', 'resueltos']), usuario: userFilter, persona: personFilter },
});
export type RetainedQuery = z.output<typeof retainedQuery>;

export const listRetained = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/retenidos',
  query: retainedQuery,
  rows: retained,
  noted: { action: 'exportar', kind: 'envio', whole: true },
});

/** Applies the write for its author. A deleted person is restored; for `mismaPersona` the booklet is handed to the author. 409 `settled`. */
export const acceptRetained = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/retenidos/:id/aceptar',
  body: NO_BODY,
  answer: messageOnly,
});

export const closingForm = z.object({
  razon: cleanedText({
    notText: REASON_MISSING,
    tooLong: `El motivo no debe tener más de ${MAX_REASON_LENGTH} caracteres`,
    max: MAX_REASON_LENGTH,
  }).pipe(z.string().min(1, REASON_MISSING)),
});

export const closeRetained = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/retenidos/:id/cerrar',
  body: closingForm,
  answer: messageOnly,
});
