import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Decision, Import, ImportState, RowMatch, RowProblem, RowState } from '#domain/calls/importing.ts';
import type { Values } from '#domain/fields/index.ts';
import type { Cell } from '#domain/importing/headers.ts';
import type { NewOption, ShownChange } from '#domain/importing/judge-row.ts';
import { usuario } from './user-tables.ts';

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const account = (name: string) => uuid(name).references(() => usuario._id);

/** What the journal notes about the request that began the writing. */
export interface ImportOrigin {
  readonly request: string | null;
  readonly address: string | null;
  readonly device: string | null;
}

export interface ImportSummary {
  readonly opcionesNuevas: Import['opcionesNuevas'];
  readonly cerosPerdidos: number;
  readonly advertidas: number;
}

/** One import of a file. The process in `proceso` works on it until `tomada` is too long ago. */
export const importTable = pgTable(
  'importacion',
  {
    _id: uuid('_id').primaryKey(),
    orden: bigint('orden', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    tipo: text('tipo').notNull(),
    archivo: text('archivo').notNull(),
    bytes: integer('bytes').notNull().default(0),
    estado: text('estado').$type<ImportState>().notNull(),
    por: account('por').notNull(),
    creada: instant('creada').notNull().defaultNow(),
    formato: text('formato'),
    hoja: text('hoja'),
    avisos: jsonb('avisos').$type<string[]>().notNull().default([]),
    fallo: text('fallo'),
    /** The headers of the file, some values of each column, and the folded distinct ones if they are few. */
    titulos: jsonb('titulos').$type<string[]>().notNull().default([]),
    ejemplos: jsonb('ejemplos').$type<string[][]>().notNull().default([]),
    distintos: jsonb('distintos').$type<string[][]>().notNull().default([]),
    columnas: jsonb('columnas').$type<(string | null)[]>().notNull().default([]),
    /** Whether a person chose the columns: only then later imports follow them. */
    elegidas: boolean('elegidas').notNull().default(false),
    responsable: account('responsable'),
    agregar: jsonb('agregar').$type<string[]>().notNull().default([]),
    /** The administrator who allowed the options. */
    agregarPor: account('agregar_por'),
    ceros: boolean('ceros').notNull().default(false),
    filas: integer('filas').notNull().default(0),
    porHacer: integer('por_hacer').notNull().default(0),
    hechas: integer('hechas').notNull().default(0),
    /** Grows when the columns are chosen anew: rows of an earlier round are rehearsed again. */
    vuelta: integer('vuelta').notNull().default(1),
    resumen: jsonb('resumen').$type<ImportSummary>(),
    creadas: integer('creadas').notNull().default(0),
    cambiadas: integer('cambiadas').notNull().default(0),
    /** Who began or undid the writing, and from where. */
    escribe: account('escribe'),
    origen: jsonb('origen').$type<ImportOrigin>(),
    /** When its writing was first asked for, also if nothing was written then. */
    escrita: instant('escrita'),
    terminada: instant('terminada'),
    /** Whether the rows that are looked at again are those of a stopped import, which this does not finish. */
    detenida: boolean('detenida').notNull().default(false),
    /** When its turn was asked for: the queue is in this order. */
    pedida: instant('pedida'),
    proceso: uuid('proceso'),
    tomada: instant('tomada'),
    intentos: integer('intentos').notNull().default(0),
  },
  ({ estado, orden, creada }) => [
    index('importacion_estado').on(estado, orden),
    index('importacion_creada').on(creada, orden),
  ],
);

/** The file until it is read. */
export const importPartTable = pgTable(
  'importacion_parte',
  {
    importacion: uuid('importacion')
      .notNull()
      .references(() => importTable._id, { onDelete: 'cascade' }),
    parte: integer('parte').notNull(),
    contenido: bytes('contenido').notNull(),
  },
  ({ importacion, parte }) => [primaryKey({ columns: [importacion, parte] })],
);

export interface RowDetail {
  readonly problemas?: readonly RowProblem[];
  readonly advertencias?: readonly { readonly campo: string; readonly msg: string }[];
  readonly cambios?: readonly ShownChange[];
  readonly parecidas?: readonly RowMatch[];
  /** The ids of the persons that the row resembled, also after the decision. */
  readonly semejantes?: readonly string[];
  readonly opciones?: readonly NewOption[];
  readonly ceros?: boolean;
  /** Whether the record bore a warning before the import edited it. */
  readonly advertidaAntes?: boolean;
  readonly nota?: string;
}

/** The rows of a file, with what they would do or did. */
export const importRowTable = pgTable(
  'importacion_fila',
  {
    importacion: uuid('importacion')
      .notNull()
      .references(() => importTable._id, { onDelete: 'cascade' }),
    fila: integer('fila').notNull(),
    celdas: jsonb('celdas').$type<Cell[]>().notNull(),
    estado: text('estado').$type<RowState>().notNull().default('pendiente'),
    /** The round of its rehearsal; 0 for a row that waits. */
    vuelta: integer('vuelta').notNull().default(0),
    /** Equal for rows that are the same record; null for one that repeats another row. */
    clave: text('clave'),
    /** The hash of the values, to tell a repetition from a contradiction. */
    huella: text('huella'),
    detalle: jsonb('detalle').$type<RowDetail>(),
    decision: text('decision').$type<Decision>(),
    elegida: uuid('elegida'),
    persona: uuid('persona'),
    registro: uuid('registro'),
    /** The version that the rehearsal saw, and after writing the one that the import left. */
    version: integer('version'),
    accion: text('accion').$type<'crear' | 'editar'>(),
    antes: jsonb('antes').$type<Values>(),
  },
  ({ importacion, fila, estado, persona, clave, vuelta }) => [
    primaryKey({ columns: [importacion, fila] }),
    index('importacion_fila_estado').on(importacion, estado, persona, fila),
    index('importacion_fila_clave').on(importacion, clave),
    index('importacion_fila_vuelta').on(importacion, vuelta, fila),
  ],
);
