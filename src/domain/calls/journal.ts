import { z } from 'zod';
import { cleanedText } from '../bounded.ts';
import { ACTION_KEYS, fieldChangeSchema, KIND_KEYS, PERSON_KINDS, type PersonKind } from '../journal/journal.ts';
import { defineCall, NO_BODY } from './define-call.ts';
import type { ExportedList } from './exports.ts';
import { aPerson, aRecord, aUser, oneOf } from './filter-kinds.ts';
import { listQuery } from './list-query.ts';
import { withMessage } from './messages.ts';

const shared = { permission: 'audit', tag: 'auditoría' } as const;

const who = z.object({ nombre: z.string(), apellido: z.string(), cedula: z.string() });

const told = z.object({
  _id: z.string(),
  accion: z.enum(ACTION_KEYS),
  tipo: z.string(),
  /** The record, user or option; null where it is about none, or about many. */
  registro: z.string().nullable(),
  cuando: z.string(),
  /** Null: the program itself, or nobody who is known. */
  quien: who.nullable(),
  cambios: z.array(fieldChangeSchema),
});
export type HistoryEntry = z.output<typeof told>;

const entry = told.extend({
  /** The woman or child. */
  persona: z.string().nullable(),
  /** How she or he is called, as long as that is kept. */
  nombre: z.string().nullable(),
  usuario: z.string().nullable(),
  /** Of the request, as its answer and the log carry it. */
  solicitud: z.string().nullable(),
  direccion: z.string().nullable(),
  equipo: z.string().nullable(),
});
export type JournalEntry = z.output<typeof entry>;

/** How the journal can be narrowed; its days are `desde` and `hasta`, as in every list. */
export const journalAsk = {
  sortable: [],
  filters: { persona: aPerson, usuario: aUser, tipo: oneOf(KIND_KEYS), accion: oneOf(ACTION_KEYS) },
};
const journalQuery = listQuery(journalAsk);
export type JournalQuery = z.output<typeof journalQuery>;

export const JOURNAL_LIST: ExportedList = {
  path: 'auditoria',
  name: 'Auditoria',
  ask: journalAsk,
  permission: 'audit',
};

export const listJournal = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/auditoria',
  query: journalQuery,
  rows: entry,
  noted: { action: 'exportar', kind: 'auditoria', whole: true },
});

const historyAsk = { sortable: [], filters: { registro: aRecord, tipo: oneOf(KIND_KEYS) } };
const historyQuery = listQuery(historyAsk);
export type HistoryQuery = z.output<typeof historyQuery>;

const historyOf = (person: PersonKind) =>
  defineCall({
    method: 'GET',
    path: `/api/${person}/:id/historial`,
    permission: 'booklet',
    tag: person,
    query: historyQuery,
    rows: told,
    noted: { action: 'ver', kind: person, part: true },
  });

/** `GET /api/{mujer,nino}/{id}/historial`: every change of a person and her or his records, newest first. */
export const HISTORIES = { mujer: historyOf('mujer'), nino: historyOf('nino') };

const deleted = z.object({
  _id: z.string(),
  tipo: z.enum(PERSON_KINDS),
  cedula: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  /** How many records went along. */
  registros: z.int(),
  cuando: z.string(),
  quien: who.nullable(),
});
export type DeletedPerson = z.output<typeof deleted>;

const deletedQuery = listQuery({ sortable: [], filters: { tipo: oneOf(PERSON_KINDS) } });
export type DeletedQuery = z.output<typeof deletedQuery>;

export const listDeleted = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/auditoria/eliminados',
  query: deletedQuery,
  rows: deleted,
});

/** Brings a deleted woman or child back with all records, under their ids. */
export const restorePerson = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/auditoria/eliminados/:id/restaurar',
  body: NO_BODY,
  answer: withMessage(z.object({ _id: z.string(), tipo: z.enum(PERSON_KINDS), registros: z.int() })),
});

/** All that is kept about one woman or child, to be handed over: the person, the records, what waits for supervision and the journal. */
export const exportPerson = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/auditoria/personas/:id',
  noted: { action: 'exportar', kind: 'auditoria' },
  answer: z.object({
    _id: z.string(),
    tipo: z.enum(PERSON_KINDS),
    generado: z.string(),
    /** Null when the person was deleted: what was kept then stands in the journal. */
    persona: z.record(z.string(), z.unknown()).nullable(),
    registros: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    /** What devices could not send, as it was sent. */
    retenidos: z.array(z.record(z.string(), z.unknown())),
    auditoria: z.array(entry),
  }),
});
export type PersonExport = z.output<typeof exportPerson.answer>;

const REASON_MISSING = 'Escribe el motivo';

/** Erases a woman or child for good, with all records and what the journal held of them; deleted ones too. */
export const erasePerson = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/auditoria/personas/:id/borrar',
  body: z.object({
    motivo: cleanedText({
      notText: REASON_MISSING,
      tooLong: 'El motivo no debe tener más de 300 caracteres',
      max: 300,
    }).pipe(z.string().min(1, REASON_MISSING)),
  }),
  answer: withMessage(z.object({ _id: z.string() })),
});
