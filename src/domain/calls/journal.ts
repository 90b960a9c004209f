import { z } from 'zod';
import { cleanedText } from '../bounded.ts';
import { ACTION_KEYS, fieldChangeSchema, KIND_KEYS, PERSON_KINDS, type PersonKind } from '../journal/journal.ts';
import { defineCall, NO_BODY } from './define-call.ts';
import type { ExportedList } from './exports.ts';
import { choiceFilter, personFilter, recordFilter, userFilter } from './filter-kinds.ts';
import { listQuery } from './list-query.ts';
import { withMessage } from './messages.ts';

const shared = { permission: 'audit', tag: 'auditoría' } as const;

const personName = z.object({ nombre: z.string(), apellido: z.string(), cedula: z.string() });

const historyEntry = z.object({
  _id: z.string(),
  accion: z.enum(ACTION_KEYS),
  tipo: z.string(),
  registro: z.string().nullable(),
  cuando: z.string(),
  /** Null for the program itself and for an unknown actor. */
  quien: personName.nullable(),
  cambios: z.array(fieldChangeSchema),
});
export type HistoryEntry = z.output<typeof historyEntry>;

const entry = historyEntry.extend({
  persona: z.string().nullable(),
  nombre: z.string().nullable(),
  usuario: z.string().nullable(),
  solicitud: z.string().nullable(),
  direccion: z.string().nullable(),
  equipo: z.string().nullable(),
});
export type JournalEntry = z.output<typeof entry>;

export const journalListOptions = {
  sortable: [],
  filters: {
    persona: personFilter,
    usuario: userFilter,
    tipo: choiceFilter(KIND_KEYS),
    accion: choiceFilter(ACTION_KEYS),
  },
};
const journalQuery = listQuery(journalListOptions);
export type JournalQuery = z.output<typeof journalQuery>;

export const JOURNAL_LIST: ExportedList = {
  path: 'auditoria',
  name: 'Auditoria',
  options: journalListOptions,
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

const historyAsk = { sortable: [], filters: { registro: recordFilter, tipo: choiceFilter(KIND_KEYS) } };
const historyQuery = listQuery(historyAsk);
export type HistoryQuery = z.output<typeof historyQuery>;

const historyOf = (person: PersonKind) =>
  defineCall({
    method: 'GET',
    path: `/api/${person}/:id/historial`,
    permission: 'booklet',
    tag: person,
    query: historyQuery,
    rows: historyEntry,
    noted: { action: 'ver', kind: person, part: true },
  });

export const HISTORIES = { mujer: historyOf('mujer'), nino: historyOf('nino') };

const deleted = z.object({
  _id: z.string(),
  tipo: z.enum(PERSON_KINDS),
  cedula: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  registros: z.int(),
  cuando: z.string(),
  quien: personName.nullable(),
});
export type DeletedPerson = z.output<typeof deleted>;

const deletedQuery = listQuery({ sortable: [], filters: { tipo: choiceFilter(PERSON_KINDS) } });
export type DeletedQuery = z.output<typeof deletedQuery>;

export const listDeleted = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/auditoria/eliminados',
  query: deletedQuery,
  rows: deleted,
});

export const restorePerson = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/auditoria/eliminados/:id/restaurar',
  body: NO_BODY,
  answer: withMessage(z.object({ _id: z.string(), tipo: z.enum(PERSON_KINDS), registros: z.int() })),
});

/** All data about a person for a data-access request, with retained writes and the journal. */
export const exportPerson = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/auditoria/personas/:id',
  noted: { action: 'exportar', kind: 'auditoria' },
  answer: z.object({
    _id: z.string(),
    tipo: z.enum(PERSON_KINDS),
    generado: z.string(),
    /** Null for a deleted person: the content is then in the journal. */
    persona: z.record(z.string(), z.unknown()).nullable(),
    registros: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    retenidos: z.array(z.record(z.string(), z.unknown())),
    auditoria: z.array(entry),
  }),
});
export type PersonExport = z.output<typeof exportPerson.answer>;

const REASON_MISSING = 'Escribe el motivo';

/** Erases a woman or child for good, with all records and journal contents; also a deleted one. */
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
