import { type SQL, sql } from 'drizzle-orm';
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
  type PgColumnBuilderBase,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Fields } from '#domain/fields/index.ts';
import { LAST_RANK } from '#domain/follow-up/visits.ts';
import { NOT_EVALUATED, type Status } from '#domain/growth/status.ts';
import { ALTITUDE_FIELD } from '#domain/haemoglobin/altitude-field.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { RECORDS } from '#domain/records/index.ts';
import { PLACES } from '#domain/reports/places.ts';
import { custodianOf, custodyColumn } from './booklet-tables.ts';
import { placeColumn } from './figure-tables.ts';
import { pregnancyStartOf } from './goal-table.ts';
import { commonColumns, fieldChecks, fieldColumns, type RecordTable, snakeCase } from './record-table.ts';
import { hasOtherCharacters } from './statement-parts.ts';

export { custodianOf, departureTable, epochTable, libreta } from './booklet-tables.ts';
export { bookletCode } from './code-table.ts';
export { deviceTable, vaultTable } from './device-tables.ts';
export { dhis2Code } from './dhis2-table.ts';
export { exportPartTable, exportTable } from './export-tables.ts';
export {
  figureChange,
  figureOfControlDay,
  figureOfCreator,
  figureOfDay,
  figureOfGrowth,
  figureOfMonth,
  figureOfPlace,
  growthChange,
  placeTable,
} from './figure-tables.ts';
export { formTime } from './form-time-table.ts';
export { goalTable } from './goal-table.ts';
export { traspaso } from './handover-tables.ts';
export { importPartTable, importRowTable, importTable } from './import-tables.ts';
export { journal, journalSeal } from './journal-tables.ts';
export { measuringChange, measuringOfMonth } from './measuring-tables.ts';
export { receiptTable, retainedWriteTable } from './operation-tables.ts';
export { pictureTable } from './picture-table.ts';
export { rulesInUse } from './rules-tables.ts';
export { personSearch } from './search-table.ts';
export { recoveryCode, secondFactor, secondFactorRole } from './second-factor-tables.ts';
export { systemTable, usedAssertion } from './system-tables.ts';
export { countedTry, rol, session, usuario, usuarioRol } from './user-tables.ts';

/** Folded (no case, no accents); the repository sets it on every write. */
const searchColumn = () => ({ busqueda: text('busqueda').notNull() });

/** The instant of the last edit, which a trigger sets; null before the first one. */
const editedColumn = () => ({ actualizado: timestamp('actualizado', { withTimezone: true, precision: 3 }) });

/** The instant of the last edit or, without one, of the registration. An index has exactly this expression. */
export const lastEdit = ({ actualizado, fechaRegistro }: Record<'actualizado' | 'fechaRegistro', unknown>): SQL<Date> =>
  sql<Date>`coalesce(${actualizado}, ${fechaRegistro})`;

/** A z-score of the WHO, 2 decimals; null if it cannot be computed or is implausible. */
const score = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });

type Builders = Record<string, PgColumnBuilderBase>;
type Common = ReturnType<typeof commonColumns>;

type IndexColumns<Name extends PropertyKey> = { readonly [N in Name]: ExtraConfigColumn };

type MoreIndexes<Name extends PropertyKey> = (columns: IndexColumns<Name | keyof Common>) => IndexBuilder[];
type OfPatient = keyof ReturnType<typeof custodyColumn> | keyof ReturnType<typeof placeColumn>;

const PLACE_NAMES: ReadonlySet<string> = new Set(PLACES);

/** Puts nulls where the queries put them: an index with NULLS LAST would not serve them. */
const descending = (column: ExtraConfigColumn) => column.desc().nullsFirst();
const newestFirst = ({ fechaRegistro, orden }: IndexColumns<keyof Common>) =>
  [descending(fechaRegistro), descending(orden)] as const;

function patientTable<F extends Fields, N extends string, K extends string, E extends Builders>(
  record: RecordDefinition<F, N, K>,
  extra: E,
  more: MoreIndexes<keyof F | keyof E | OfPatient> = () => [],
) {
  const stored = { ...commonColumns(), ...custodyColumn(), ...searchColumn(), ...placeColumn(), ...editedColumn() };
  const columns = { ...stored, ...extra, ...fieldColumns(record.fields) };
  return pgTable(record.key, columns, (table) => {
    const column = (name: N) => table[name];
    return [
      index(`${record.key}_orden`).on(...newestFirst(table)),
      index(`${record.key}_custodio_orden`).on(custodianOf(table), ...newestFirst(table)),
      index(`${record.key}_creador`).on(table.createdBy),
      index(`${record.key}_ultima_edicion`).on(lastEdit(table)),
      index(`${record.key}_busqueda`).using('gin', table.busqueda.op('gin_trgm_ops')),
      index(`${record.key}_busqueda_otras`).on(table.orden).where(hasOtherCharacters(table.busqueda)),
      ...(record.unique ?? []).map(({ field }) =>
        uniqueIndex(`${record.key}_${snakeCase(field)}_unico`).on(column(field)),
      ),
      ...(record.filters ?? [])
        .filter((field) => !record.unique?.some((unique) => unique.field === field))
        .map((field) => {
          const name = `${record.key}_${snakeCase(field)}`;
          // One place has many rows, of which the newest are read; other filters match few.
          return PLACE_NAMES.has(field)
            ? index(`${name}_orden`).on(column(field), ...newestFirst(table))
            : index(name).on(column(field));
        }),
      ...more(table),
      ...fieldChecks(record),
    ];
  });
}

function childTable<F extends Fields, K extends string, E extends Builders>(
  record: RecordDefinition<F, string, K>,
  parent: RecordTable,
  extra: E,
  more: MoreIndexes<keyof F | keyof E | 'parentId'> = () => [],
) {
  const own = fieldColumns(record.fields);
  const columns = { ...commonColumns(), parentId: uuid('parent_id').notNull(), ...extra, ...own };
  return pgTable(record.key, columns, (table) => [
    foreignKey({ columns: [table.parentId], foreignColumns: [parent._id], name: `${record.key}_parent` }).onDelete(
      'cascade',
    ),
    index(`${record.key}_parent_orden`).on(table.parentId, ...newestFirst(table)),
    index(`${record.key}_creador`).on(table.createdBy),
    ...more(table),
    ...fieldChecks(record),
  ]);
}

/** Whether the z-scores are of the corrected age, and then the length-for-age of the chronological one. */
const correctedAge = () => ({
  edadCorregida: boolean('edad_corregida').notNull().default(false),
  ztallaCronologica: score('ztalla_cronologica'),
});

export const mujer = patientTable(RECORDS.mujer, {});

/** A day in the past: due at once. */
export const DAY_LONG_PAST = '1900-01-01';

/** Stores the summary of its records, so that reports and the list of visits read columns. */
export const nino = patientTable(
  RECORDS.nino,
  {
    estado: text('estado').$type<Status>().notNull().default(NOT_EVALUATED),
    controlFecha: date('control_fecha', { mode: 'string' }),
    controlEdad: integer('control_edad'),
    controlPeso: numeric('control_peso', { precision: 6, scale: 2, mode: 'number' }),
    controlLongitud: numeric('control_longitud', { precision: 6, scale: 2, mode: 'number' }),
    vacunas: integer('vacunas').notNull().default(0),
    zpeso: score('zpeso'),
    ztalla: score('ztalla'),
    zpesotalla: score('zpesotalla'),
    zimc: score('zimc'),
    /** The age group of the survey at the latest control, set by a trigger; null from 24 months on or without a control. */
    grupoEdad: smallint('grupo_edad'),
    discrepancia: text('discrepancia'),
    gestacion: smallint('gestacion'),
    ...correctedAge(),
    cruce: text('cruce'),
    proximoControl: date('proximo_control', { mode: 'string' }),
    proximaVacuna: date('proxima_vacuna', { mode: 'string' }),
    prioridad: smallint('prioridad').notNull().default(LAST_RANK),
    visitarDesde: date('visitar_desde', { mode: 'string' }),
    seguimientoHasta: date('seguimiento_hasta', { mode: 'string' }),
    visto: date('visto', { mode: 'string' }),
    desnutricionDesde: date('desnutricion_desde', { mode: 'string' }),
    vacunasDebidas: text('vacunas_debidas'),
    /** The day from which the summary must be recomputed, since it depends on the day; by default at once. */
    revisar: date('revisar', { mode: 'string' }).notNull().default(DAY_LONG_PAST),
    /** The fingerprint of the rules of the summary; 0 if unknown. An update writes it negative (`child_kept`). */
    reglas: integer('reglas').notNull().default(0),
  },
  ({ estado, controlFecha, orden, ...table }) => [
    // Without the scores, which most saves change.
    index('nino_corregida').on(table.lugar).where(sql`${table.edadCorregida}`),
    index('nino_control_fecha').on(descending(controlFecha), descending(orden)),
    index('nino_estado_control_fecha').on(estado, descending(controlFecha), descending(orden)),
    index('nino_vacunas').on(descending(table.vacunas), descending(orden)),
    index('nino_visitas').on(table.prioridad, table.visitarDesde, orden),
    index('nino_custodio_visitas').on(custodianOf(table), table.prioridad, table.visitarDesde),
    index('nino_discrepancia')
      .on(descending(controlFecha), descending(orden))
      .where(sql`${table.discrepancia} is not null`),
    index('nino_revisar').on(table.revisar),
    index('nino_reglas').on(table.reglas),
    index('nino_nacimiento').on(table.fechanacimiento, table._id),
  ],
);

const ofWoman = <F extends Fields, K extends string>(record: RecordDefinition<F, string, K>) =>
  childTable(record, mujer, {});
/** Reports read the newest records of all children, and those that were saved in spite of a warning. */
const ofChild = <F extends Fields, K extends string, E extends Builders = Record<never, PgColumnBuilderBase>>(
  record: RecordDefinition<F, string, K>,
  extra = {} as E,
  more: MoreIndexes<keyof F | keyof E | 'parentId'> = () => [],
) =>
  childTable(record, nino, extra, (table) => [
    index(`${record.key}_orden`).on(...newestFirst(table)),
    index(`${record.key}_advertida`).on(table.fechaRegistro).where(sql`${table.advertida}`),
    ...more(table),
  ]);

export const etmi = childTable(RECORDS.etmi, mujer, {}, ({ fechaRealizacion, semanaGestacion }) => [
  index('etmi_inicio').on(pregnancyStartOf({ fechaRealizacion, semanaGestacion })),
]);
export const controlmujer = ofWoman(RECORDS.controlmujer);
export const vacunamujer = ofWoman(RECORDS.vacunamujer);
export const rn = ofChild(RECORDS.rn);
export const vacuna = ofChild(RECORDS.vacuna, placeColumn());
export const tamizaje = ofChild(RECORDS.tamizaje);
export const anemia = ofChild(RECORDS.anemia);
/** Stores its length-for-age and whether it is the child's last of its month, so that monthly prevalence is counted from columns. */
export const control = ofChild(
  RECORDS.control,
  {
    ...placeColumn(),
    ztalla: score('ztalla'),
    ultimoDelMes: boolean('ultimo_del_mes').notNull().default(false),
    ...correctedAge(),
  },
  ({ fecha, lugar, createdBy, edadCorregida }) => [
    index('control_fecha').on(fecha),
    // Without the scores and `ultimo_del_mes`: a save changes them on other controls, which stays a HOT update as long as no index has them.
    index('control_corregida').on(fecha, lugar).where(sql`${edadCorregida}`),
    index('control_lugar_creador_fecha').on(lugar, createdBy, fecha),
  ],
);

export const opcion = pgTable(
  'opcion',
  {
    _id: uuid('_id').primaryKey(),
    version: integer('version').notNull().default(1),
    lista: text('lista').notNull(),
    valor: text('valor').notNull(),
    clave: text('clave').notNull(),
  },
  (table) => [
    uniqueIndex('opcion_lista_clave').on(table.lista, table.clave),
    // FHIR finds the establishment of a person by its name as it is written.
    index('opcion_lista_valor').on(table.lista, table.valor),
  ],
);

/** Altitudes that an administrator changed, by INEC's code; the others are the approximate ones of the domain. */
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

/** Receipts of servers before 2026-11-25, which a trigger copies into `operacion`; the next migration drops the table. */
export const writeReceipt = pgTable('write_receipt', {
  _id: uuid('_id').primaryKey(),
  kind: text('kind').notNull(),
  userId: uuid('user_id').notNull(),
  contentHash: text('content_hash').notNull(),
});

export const seedRun = pgTable('seed_run', {
  name: text('name').primaryKey(),
  at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
});
