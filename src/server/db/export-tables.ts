import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { IdentifierSystems } from '#domain/exchange/exchanged-booklet.ts';
import type { ResourceType } from '#domain/exchange/resource-types.ts';
import { bytes, instant } from './import-tables.ts';

/** `retirada`: cancelled, or taken back because a person was erased; its files wait for their deletion. */
export type ExportState = 'exportando' | 'lista' | 'fallida' | 'retirada';

/** A file of an export; `borrados` are the people who were deleted since the time that the export begins at. */
export interface ExportedFile {
  readonly tipo: ResourceType | 'borrados';
  readonly archivo: number;
  readonly recursos: number;
  /** Of the uncompressed content. */
  readonly bytes: number;
  readonly crc: number;
}

/** A province, or one canton of it. */
interface ExportedPlace {
  readonly provincia: string;
  readonly canton: string | null;
}

/** One export of FHIR resources. The process in `proceso` works on it until `tomada` is too long ago. */
export const exportTable = pgTable(
  'fhir_exportacion',
  {
    _id: uuid('_id').primaryKey(),
    orden: bigint('orden', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    /** The system or account that requested it. */
    lector: uuid('lector').notNull(),
    estado: text('estado').$type<ExportState>().notNull(),
    peticion: text('peticion').notNull(),
    base: text('base').notNull(),
    sistemas: jsonb('sistemas').$type<IdentifierSystems>().notNull(),
    tipos: jsonb('tipos').$type<ResourceType[]>().notNull(),
    desde: instant('desde'),
    /** Null for all places. */
    lugares: jsonb('lugares').$type<ExportedPlace[]>(),
    pedida: instant('pedida').notNull().defaultNow(),
    /** The moment of its snapshot. */
    momento: instant('momento'),
    porHacer: integer('por_hacer').notNull().default(0),
    hechas: integer('hechas').notNull().default(0),
    archivos: jsonb('archivos').$type<ExportedFile[]>().notNull().default([]),
    fallo: text('fallo').$type<'internal' | 'noSpace'>(),
    terminada: instant('terminada'),
    proceso: uuid('proceso'),
    tomada: instant('tomada'),
    intentos: integer('intentos').notNull().default(0),
  },
  ({ lector, estado, orden }) => [
    index('fhir_exportacion_estado').on(estado, orden),
    index('fhir_exportacion_lector').on(lector),
  ],
);

/** The files of exports, deflated part by part; a copy does not hold them. */
export const exportPartTable = pgTable(
  'fhir_exportacion_parte',
  {
    exportacion: uuid('exportacion')
      .notNull()
      .references(() => exportTable._id, { onDelete: 'cascade' }),
    archivo: integer('archivo').notNull(),
    parte: integer('parte').notNull(),
    contenido: bytes('contenido').notNull(),
  },
  ({ exportacion, archivo, parte }) => [primaryKey({ columns: [exportacion, archivo, parte] })],
);
