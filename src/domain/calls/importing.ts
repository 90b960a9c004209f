import { z } from 'zod';
import { boundedList, boundedText } from '../bounded.ts';
import { PERSON_KINDS } from '../journal/journal.ts';
import { RECORDS } from '../records/index.ts';
import { cleanText, DEFAULT_MAX_LENGTH } from '../text.ts';
import { UUID } from '../uuid.ts';
import { type Call, defineCall, NO_BODY } from './define-call.ts';
import { EXPORT_FORMATS } from './exports.ts';
import { choiceFilter, textFilter } from './filter-kinds.ts';
import { filterQuery, pagedFilterQuery } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';
import { authorSchema } from './record-wire.ts';

const shared = { permission: 'import', tag: 'importaciones' } as const;

export const MAX_FILE_BYTES = 50 * 1024 * 1024;
export const MAX_COLUMNS = 300;
/** Excel's own last row. */
export const MAX_ROWS = 1_048_576;
/** For so many days an import can be undone; then its rows are deleted. */
export const UNDO_DAYS = 30;

/** The states of an import: those of {@link WORKING} are the server's turn, the others a person's. */
export const IMPORT_STATES = {
  recibida: 'En espera',
  leyendo: 'Leyendo el archivo',
  columnas: 'Columnas por revisar',
  ensayando: 'Ensayando',
  ensayada: 'Lista para importar',
  importando: 'Importando',
  parada: 'Detenida',
  importada: 'Importada',
  deshaciendo: 'Deshaciendo',
  deshecha: 'Deshecha',
  fallida: 'No se pudo leer',
} as const;
export type ImportState = keyof typeof IMPORT_STATES;
export const WORKING = [
  'recibida',
  'leyendo',
  'ensayando',
  'importando',
  'deshaciendo',
] as const satisfies ImportState[];
export const isWorking = (state: ImportState): boolean => (WORKING as readonly ImportState[]).includes(state);

/** The outcomes of a row: before the import what it would do, afterwards what it did. */
export const ROW_STATES = {
  pendiente: 'Por ensayar',
  nueva: 'Nueva',
  cambia: 'Cambia algo',
  igual: 'Sin cambios',
  parecida: 'Se parece a otra persona',
  problema: 'Con problemas',
  omitida: 'Omitida',
  importada: 'Importada',
  deshecha: 'Deshecha',
  conservada: 'Conservada',
} as const;
export type RowState = keyof typeof ROW_STATES;
const ROW_STATE_KEYS = Object.keys(ROW_STATES) as RowState[];

/** `misma`: the likely match is this person; `distinta`: it is another; `omitir`: the row is left out. */
const DECISIONS = ['misma', 'distinta', 'omitir'] as const;
export type Decision = (typeof DECISIONS)[number];

const KINDS = Object.keys(RECORDS) as (keyof typeof RECORDS)[];
const kindFilter = choiceFilter(KINDS);
const kindQuery = filterQuery({ tipo: kindFilter, archivo: textFilter }).refine(({ tipo }) => tipo !== undefined, {
  path: ['tipo'],
  error: `tipo ${kindFilter.wrong}`,
});

const column = z.object({
  /** The header of the file; empty if it has none. */
  titulo: z.string(),
  /** Some values of the column. */
  ejemplos: z.array(z.string()),
  /** The field or key of the import that it fills; null if it is not used. */
  campo: z.string().nullable(),
});

const importSchema = z.object({
  _id: z.string(),
  tipo: z.enum(KINDS),
  archivo: z.string(),
  bytes: z.int(),
  estado: z.enum(Object.keys(IMPORT_STATES) as ImportState[]),
  /** How many imports the server does first. */
  delante: z.int(),
  cuando: z.string(),
  quien: authorSchema,
  formato: z.string().nullable(),
  hoja: z.string().nullable(),
  /** What the reader noticed: hidden rows, other sheets, formulas. */
  avisos: z.array(z.string()),
  /** Why it failed or stopped, as a sentence. */
  fallo: z.string().nullable(),
  columnas: z.array(column),
  responsable: authorSchema.nullable(),
  agregar: z.array(z.string()),
  ceros: z.boolean(),
  filas: z.int(),
  /** Rows of the present work that are done, and all of them. */
  hechas: z.int(),
  porHacer: z.int(),
  totales: z.object(Object.fromEntries(ROW_STATE_KEYS.map((key) => [key, z.int()])) as Record<RowState, z.ZodInt>),
  /** Rows whose cédula fits once the zero that Excel removed stands in front of it. */
  cerosPerdidos: z.int(),
  /** Values that an option list does not have, by field: the first of them, and in how many rows. */
  opcionesNuevas: z.array(z.object({ campo: z.string(), valores: z.array(z.string()), filas: z.int() })),
  /** Rows with warnings that are new, changed or imported. */
  advertidas: z.int(),
  /** Rows of the last import that are created and changed. */
  creadas: z.int(),
  cambiadas: z.int(),
  terminada: z.string().nullable(),
  /** Until when it can be undone; null if it cannot. */
  deshacerHasta: z.string().nullable(),
});
export type Import = z.output<typeof importSchema>;

/** What was undone counts too. */
export const hasWritten = ({ creadas, cambiadas }: Pick<Import, 'creadas' | 'cambiadas'>): boolean =>
  creadas + cambiadas > 0;

const MAY_BE_DISCARDED: readonly ImportState[] = ['columnas', 'ensayada', 'fallida', 'parada', 'importada'];

/** Whether an import rests and has written nothing. */
export const isDiscardable = (current: Pick<Import, 'estado' | 'creadas' | 'cambiadas'>): boolean =>
  MAY_BE_DISCARDED.includes(current.estado) && !hasWritten(current);

const started = z.object({ _id: z.string(), estado: z.enum(Object.keys(IMPORT_STATES) as ImportState[]) });

const listed = importSchema.omit({ columnas: true, opcionesNuevas: true, totales: true, delante: true });
export type ListedImport = z.output<typeof listed>;

/** Receives a file as the body: XLSX, XLS, ODS or CSV, of any content type but that of a form. It is read afterwards. */
export const uploadFile = defineCall({
  ...shared,
  method: 'POST',
  path: '/api/importaciones',
  query: kindQuery,
  body: NO_BODY,
  fileBody: true,
  maxBytes: MAX_FILE_BYTES,
  status: 202,
  answer: started,
});

export const listImports = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/importaciones',
  query: pagedFilterQuery({ tipo: kindFilter }),
  rows: listed,
});

export const getImport = defineCall({ ...shared, method: 'GET', path: '/api/importaciones/:id', answer: importSchema });

/** Discards an import that has written nothing. */
export const discardImport = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/api/importaciones/:id',
  keeps: 'nothing',
  answer: messageOnly,
});

const problem = z.object({
  /** The field, or the key of the import; empty for the row as a whole. */
  campo: z.string(),
  titulo: z.string(),
  valor: z.string(),
  msg: z.string(),
  /** A value that would be right. */
  sugerencia: z.string().optional(),
});
export type RowProblem = z.output<typeof problem>;

const match = z.object({
  _id: z.string(),
  cedula: z.string(),
  nombres: z.string(),
  apellidos: z.string(),
  fechanacimiento: z.string().nullable().optional(),
  provincia: z.string(),
  canton: z.string(),
});
export type RowMatch = z.output<typeof match>;

const row = z.object({
  /** The number of the row in the file. */
  fila: z.int(),
  estado: z.enum(ROW_STATE_KEYS),
  celdas: z.array(z.string()),
  problemas: z.array(problem),
  advertencias: z.array(z.object({ campo: z.string(), titulo: z.string(), msg: z.string() })),
  cambios: z.array(z.object({ campo: z.string(), titulo: z.string(), antes: z.string(), despues: z.string() })),
  parecidas: z.array(match),
  decision: z.enum(DECISIONS).nullable(),
  elegida: z.string().nullable(),
  persona: z.object({ _id: z.string(), tipo: z.enum(PERSON_KINDS) }).nullable(),
  /** Why the row is left as it is. */
  nota: z.string().nullable(),
});
export type ImportRow = z.output<typeof row>;

/** `advertida`: the rows of any state that bear a warning. */
const ROW_FILTERS = [...ROW_STATE_KEYS, 'advertida'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

export const listImportRows = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/importaciones/:id/filas',
  query: pagedFilterQuery({ estado: choiceFilter(ROW_FILTERS) }),
  rows: row,
  noted: { action: 'exportar', kind: 'importacion', whole: true },
});

/** The rows with problems as a file, with a column that says what is wrong; mended, it can be sent again. */
export const problemFile = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/importaciones/:id/problemas.xlsx',
  file: EXPORT_FORMATS.xlsx.type,
  noted: { action: 'exportar', kind: 'importacion' },
});

/** An empty file with the right columns, an example and what each column takes. */
export const importTemplate = defineCall({
  ...shared,
  method: 'GET',
  path: '/api/importaciones/plantilla.xlsx',
  query: kindQuery,
  file: EXPORT_FORMATS.xlsx.type,
});

const ONE_FIELD = 'Elige para cada columna un dato de la lista, o ninguno';
const TWICE = 'Dos columnas no pueden llenar el mismo dato';
const ACCOUNT = 'Elige una cuenta de la lista';
const shortText = (message: string) =>
  boundedText({ notText: message, tooLong: message })
    .transform((value) => cleanText(value))
    .pipe(z.string().max(DEFAULT_MAX_LENGTH, message));

const flag = (message: string) => z.boolean({ error: message }).optional();

/** Which column fills what, and how the rows are read; the rehearsal begins anew. */
export const chooseColumns = defineCall({
  ...shared,
  method: 'PUT',
  path: '/api/importaciones/:id/columnas',
  body: z.object({
    columnas: boundedList(shortText(ONE_FIELD).nullable(), {
      max: MAX_COLUMNS,
      notList: ONE_FIELD,
      wrongLength: ONE_FIELD,
    }).refine((columns) => {
      const used = columns.filter((one) => one !== null);
      return new Set(used).size === used.length;
    }, TWICE),
    responsable: z
      .string({ error: ACCOUNT })
      .regex(UUID, ACCOUNT)
      .transform((id) => id.toLowerCase())
      .nullish(),
    agregar: boundedList(shortText(ONE_FIELD), {
      max: MAX_COLUMNS,
      notList: ONE_FIELD,
      wrongLength: ONE_FIELD,
    }).optional(),
    ceros: flag('Elige si se devuelve el cero a las cédulas'),
  }),
  answer: withMessage(importSchema),
});

const MAX_DECIDED = 1_000;
const DECISION = `Elige ${DECISIONS.join(', ')}`;
const decision = z.enum(DECISIONS, { error: DECISION });
const DECIDED = `Decide de 1 a ${MAX_DECIDED} filas`;

/** Decides about rows, or about all that look like a person; null takes the decision back. */
export const decideRows = defineCall({
  ...shared,
  method: 'PUT',
  path: '/api/importaciones/:id/decisiones',
  body: z
    .object({
      filas: boundedList(
        z.object(
          {
            fila: z.int({ error: DECIDED }).min(1, DECIDED).max(MAX_ROWS, DECIDED),
            decision: decision.nullable(),
            persona: z
              .string({ error: DECIDED })
              .regex(UUID, DECIDED)
              .transform((id) => id.toLowerCase())
              .nullish(),
          },
          { error: DECIDED },
        ),
        { min: 1, max: MAX_DECIDED, notList: DECIDED, wrongLength: DECIDED },
      ).optional(),
      todas: decision.nullish(),
    })
    .refine(({ filas, todas }) => filas !== undefined || todas !== undefined, { path: ['filas'], error: DECIDED }),
  answer: withMessage(importSchema),
});

const step = (name: string, more?: Pick<Call, 'keeps'>) =>
  defineCall({
    ...shared,
    method: 'POST',
    path: `/api/importaciones/:id/${name}`,
    ...more,
    body: NO_BODY,
    answer: withMessage(importSchema),
  });

/** Begins to write what the rehearsal found; 409 `importState` before a rehearsal. */
export const startImport = step('importar');
/** Ends the work after its present batch; what is written stays. */
export const stopImport = step('parar', { keeps: 'little' });
/** Takes back what the import wrote, unless it was changed since. */
export const undoImport = step('deshacer');
