import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  type ExtraConfigColumn,
  foreignKey,
  type IndexBuilder,
  index,
  integer,
  numeric,
  type PgColumn,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { LAST_RANK } from '#domain/follow-up/visits.ts';
import { NOT_EVALUATED } from '#domain/growth/malnutrition.ts';
import { ALTITUDE_FIELD } from '#domain/haemoglobin/altitude-field.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS, type RecordKey } from '#domain/records/index.ts';
import { commonColumns, fieldChecks, fieldColumns, type RecordTable, snakeCase } from './record-table.ts';

export { countedTry, rol, usuario, usuarioRol } from './user-tables.ts';

/** What `q` searches, folded (no case, no accents), kept by the repository on every write. */
const searchColumn = () => ({ busqueda: text('busqueda').notNull() });

/** A z-score of the WHO, 2 decimals; null when it cannot be computed or is implausible. */
const score = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });

/** The columns of a table under construction, by property name. */
type Columns = Record<string, ExtraConfigColumn>;

/** Newest first, exactly as the queries order: an index with NULLS LAST would not serve them. */
const descending = (column: ExtraConfigColumn | undefined) => (column as ExtraConfigColumn).desc().nullsFirst();
const newestFirst = (table: Columns) => [descending(table.fechaRegistro), descending(table.orden)] as const;

/** Indexes beyond those that every table of its kind has. */
type MoreIndexes = (column: (name: string) => ExtraConfigColumn) => IndexBuilder[];

function patientTable<E extends object>(record: RecordDefinition, extra: E, more: MoreIndexes = () => []) {
  const columns = {
    ...commonColumns(),
    ...searchColumn(),
    ...extra,
    ...(fieldColumns(record) as object),
  };
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
      ...more(column),
      ...fieldChecks(record),
    ];
  });
}

function childTable<E extends object>(
  record: RecordDefinition,
  parent: RecordTable,
  extra: E,
  more: MoreIndexes = () => [],
) {
  const own = fieldColumns(record) as object;
  const columns = { ...commonColumns(), parentId: uuid('parent_id').notNull(), ...extra, ...own };
  return pgTable(record.key, columns, (t) => [
    foreignKey({ columns: [t.parentId], foreignColumns: [parent._id], name: `${record.key}_parent` }).onDelete(
      'cascade',
    ),
    index(`${record.key}_parent_orden`).on(t.parentId, ...newestFirst(t as unknown as Columns)),
    ...more((name) => (t as unknown as Columns)[name] as ExtraConfigColumn),
    ...fieldChecks(record),
  ]);
}

export const mujer = patientTable(RECORDS.mujer, {});

/** A day that has always passed. */
export const ALWAYS = '1900-01-01';

/** A child keeps what follows from its records and its birth date: reports and the list of visits read columns. */
export const nino = patientTable(
  RECORDS.nino,
  {
    estado: text('estado').notNull().default(NOT_EVALUATED),
    controlFecha: date('control_fecha', { mode: 'string' }),
    controlEdad: integer('control_edad'),
    controlPeso: numeric('control_peso', { precision: 6, scale: 2, mode: 'number' }),
    controlLongitud: numeric('control_longitud', { precision: 6, scale: 2, mode: 'number' }),
    vacunas: integer('vacunas').notNull().default(0),
    zpeso: score('zpeso'),
    ztalla: score('ztalla'),
    zpesotalla: score('zpesotalla'),
    zimc: score('zimc'),
    /** Where the programme's status and the WHO disagree, in one sentence. */
    discrepancia: text('discrepancia'),
    /** Of which z-scores the latest control passed −2 or −3, as people read their names. */
    cruce: text('cruce'),
    proximoControl: date('proximo_control', { mode: 'string' }),
    proximaVacuna: date('proxima_vacuna', { mode: 'string' }),
    prioridad: smallint('prioridad').notNull().default(LAST_RANK),
    visitarDesde: date('visitar_desde', { mode: 'string' }),
    seguimientoHasta: date('seguimiento_hasta', { mode: 'string' }),
    /** Day of the latest control that does not lie in the future. */
    visto: date('visto', { mode: 'string' }),
    desnutricionDesde: date('desnutricion_desde', { mode: 'string' }),
    /** The doses that fell due first, as people call them. */
    vacunasDebidas: text('vacunas_debidas'),
    /** The day from which all this must be computed anew, since some of it follows from the day; rows from elsewhere at once. */
    revisar: date('revisar', { mode: 'string' }).notNull().default(ALWAYS),
  },
  (column) => [
    // Everything that the counts of children read, so that they do not visit the table.
    index('nino_conteo').on(
      ...(['provincia', 'canton', 'establecimiento', 'sexo', 'estado'].map(column) as [ExtraConfigColumn]),
    ),
    index('nino_control_fecha').on(descending(column('controlFecha')), descending(column('orden'))),
    index('nino_estado_control_fecha').on(
      column('estado'),
      descending(column('controlFecha')),
      descending(column('orden')),
    ),
    index('nino_vacunas').on(descending(column('vacunas')), descending(column('orden'))),
    index('nino_visitas').on(column('prioridad'), column('visitarDesde'), column('orden')),
    index('nino_creador_visitas').on(column('createdBy'), column('prioridad'), column('visitarDesde')),
    index('nino_talla').on(column('provincia'), column('canton'), column('establecimiento'), column('ztalla')),
    index('nino_discrepancia')
      .on(descending(column('controlFecha')), descending(column('orden')))
      .where(sql`${column('discrepancia')} is not null`),
    index('nino_revisar').on(column('revisar')),
  ],
);

const ofWoman = (record: unknown) => childTable(record as RecordDefinition, mujer as unknown as RecordTable, {});
/** Reports read the records of every child: the newest, and those saved in spite of a warning. */
const ofChild = <E extends object = object>(record: unknown, extra = {} as E, more: MoreIndexes = () => []) => {
  const { key } = record as RecordDefinition;
  return childTable(record as RecordDefinition, nino as unknown as RecordTable, extra, (column) => [
    index(`${key}_orden`).on(descending(column('fechaRegistro')), descending(column('orden'))),
    index(`${key}_advertida`)
      .on(column('fechaRegistro'))
      .where(sql`${column('advertida')}`),
    ...more(column),
  ]);
};

export const etmi = ofWoman(RECORDS.etmi);
export const controlmujer = ofWoman(RECORDS.controlmujer);
export const vacunamujer = ofWoman(RECORDS.vacunamujer);
export const rn = ofChild(RECORDS.rn);
export const vacuna = ofChild(RECORDS.vacuna);
export const tamizaje = ofChild(RECORDS.tamizaje);
export const anemia = ofChild(RECORDS.anemia);
/** A control keeps its length-for-age, and whether it is the child's last of its month: prevalence by month reads columns. */
export const control = ofChild(
  RECORDS.control,
  { ztalla: score('ztalla'), ultimoDelMes: boolean('ultimo_del_mes').notNull().default(false) },
  (column) => [
    index('control_fecha').on(column('fecha')),
    // The months and the weights of some children's controls, without visiting the table.
    index('control_parent_fecha_peso').on(column('parentId'), column('fecha'), column('peso')),
    index('control_talla_mes').on(column('fecha'), column('ultimoDelMes'), column('ztalla')),
  ],
);

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

/** The table of a record type: what all of them have, and of whom it is when it belongs to somebody. */
export const recordTable = (key: string) =>
  RECORD_TABLES[key as RecordKey] as unknown as RecordTable & { parentId: PgColumn };

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

/** The altitudes of cantons that an administrator changed, by INEC's code; the others are the approximate ones of the domain. */
export const altitudCanton = pgTable(
  'altitud_canton',
  { canton: text('canton').primaryKey(), altitud: integer('altitud').notNull() },
  ({ altitud }) => [
    check(
      'altitud_canton_rango',
      sql`${altitud} between ${sql.raw(String(ALTITUDE_FIELD.min))} and ${sql.raw(String(ALTITUDE_FIELD.max))}`,
    ),
  ],
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
