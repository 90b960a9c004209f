import {
  date,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { NOT_EVALUATED } from '#domain/growth/malnutrition.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { commonColumns, fieldChecks, fieldColumns, type RecordTable, snakeCase } from './record-table.ts';

export { rol, signinFailure, usuario, usuarioRol } from './user-tables.ts';

/** What `q` searches, folded (no case, no accents), kept by the repository on every write. */
const searchColumn = () => ({ busqueda: text('busqueda').notNull() });

/** The columns of a table under construction, by property name. */
type Columns = Record<string, ExtraConfigColumn>;

/** Newest first, exactly as the queries order: an index with NULLS LAST would not serve them. */
const descending = (column: ExtraConfigColumn | undefined) => (column as ExtraConfigColumn).desc().nullsFirst();
const newestFirst = (table: Columns) => [descending(table.fechaRegistro), descending(table.orden)] as const;

function patientTable<E extends object>(record: RecordDefinition, extra: E) {
  const columns = { ...commonColumns(), ...searchColumn(), ...extra, ...(fieldColumns(record) as object) };
  return pgTable(record.key, columns, (t) => {
    const table = t as unknown as Columns;
    const column = (name: string) => table[name] as ExtraConfigColumn;
    return [
      index(`${record.key}_orden`).on(...newestFirst(table)),
      index(`${record.key}_creador_orden`).on(column('createdBy'), ...newestFirst(table)),
      index(`${record.key}_busqueda`).using('gin', column('busqueda').op('gin_trgm_ops')),
      ...(record.unique ?? []).map(({ field }) =>
        uniqueIndex(`${record.key}_${snakeCase(field)}_unico`).on(column(field)),
      ),
      ...(record.filters ?? [])
        .filter((field) => !record.unique?.some((unique) => unique.field === field))
        .map((field) => index(`${record.key}_${snakeCase(field)}`).on(column(field))),
      ...fieldChecks(record),
    ];
  });
}

function childTable(record: RecordDefinition, parent: RecordTable) {
  const columns = { ...commonColumns(), parentId: uuid('parent_id').notNull(), ...(fieldColumns(record) as object) };
  return pgTable(record.key, columns, (t) => [
    foreignKey({ columns: [t.parentId], foreignColumns: [parent._id], name: `${record.key}_parent` }).onDelete(
      'cascade',
    ),
    index(`${record.key}_parent_orden`).on(t.parentId, ...newestFirst(t as unknown as Columns)),
    ...fieldChecks(record),
  ]);
}

export const mujer = patientTable(RECORDS.mujer as unknown as RecordDefinition, {});

/** A child keeps the status and the figures of its latest control, so that reports read columns. */
export const nino = patientTable(RECORDS.nino as unknown as RecordDefinition, {
  estado: text('estado').notNull().default(NOT_EVALUATED),
  controlFecha: date('control_fecha', { mode: 'string' }),
  controlEdad: integer('control_edad'),
  controlPeso: numeric('control_peso', { precision: 6, scale: 2, mode: 'number' }),
  controlLongitud: numeric('control_longitud', { precision: 6, scale: 2, mode: 'number' }),
});

const ofWoman = (record: unknown) => childTable(record as RecordDefinition, mujer as unknown as RecordTable);
const ofChild = (record: unknown) => childTable(record as RecordDefinition, nino as unknown as RecordTable);

export const etmi = ofWoman(RECORDS.etmi);
export const controlmujer = ofWoman(RECORDS.controlmujer);
export const vacunamujer = ofWoman(RECORDS.vacunamujer);
export const rn = ofChild(RECORDS.rn);
export const vacuna = ofChild(RECORDS.vacuna);
export const tamizaje = ofChild(RECORDS.tamizaje);
export const anemia = ofChild(RECORDS.anemia);
export const control = ofChild(RECORDS.control);

/** The table of every record type, by key. */
export const RECORD_TABLES = {
  mujer,
  nino,
  etmi,
  controlmujer,
  vacunamujer,
  rn,
  vacuna,
  tamizaje,
  anemia,
  control,
} satisfies Record<RecordKey, unknown>;

/** The eleven option lists; `clave` is the folded value, unique within its list. */
export const opcion = pgTable(
  'opcion',
  {
    _id: uuid('_id').primaryKey(),
    version: integer('version').notNull().default(1),
    lista: text('lista').notNull(),
    valor: text('valor').notNull(),
    clave: text('clave').notNull(),
  },
  (table) => [uniqueIndex('opcion_lista_clave').on(table.lista, table.clave)],
);

/**
 * What was created, by id: a retry with the same id and content is harmless, another content is a conflict,
 * and an id stays taken after its record was deleted.
 */
export const writeReceipt = pgTable('write_receipt', {
  _id: uuid('_id').primaryKey(),
  kind: text('kind').notNull(),
  userId: uuid('user_id').notNull(),
  /** SHA-256 of the accepted content. */
  contentHash: text('content_hash').notNull(),
});

/** Names of the first-start fillings that have run; they never run again. */
export const seedRun = pgTable('seed_run', {
  name: text('name').primaryKey(),
  at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
});
