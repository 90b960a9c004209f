import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** How finely a place is told: the nation, a province, a canton in it, an establishment there. */
export const LEVELS = { nation: 0, provincia: 1, canton: 2, establecimiento: 3 } as const;

/**
 * Every place that somebody was ever recorded in, and what it lies in. What is coarser has empty names below its level; what is of
 * the finest level may have empty names too, of people who have no such place.
 */
export const lugar = pgTable(
  'lugar',
  {
    _id: integer('_id').generatedAlwaysAsIdentity().primaryKey(),
    nivel: smallint('nivel').notNull(),
    provincia: text('provincia').notNull(),
    canton: text('canton').notNull(),
    establecimiento: text('establecimiento').notNull(),
    /** Of a place of the finest level: what it lies in, the nation first. */
    dentro: integer('dentro').array().notNull().default([]),
  },
  ({ nivel, provincia, canton, establecimiento }) => [
    uniqueIndex('lugar_nombres').on(nivel, provincia, canton, establecimiento),
    index('lugar_canton').on(canton),
    index('lugar_establecimiento').on(establecimiento),
  ],
);

/** The place of a person, kept by the database; nobody is in place 0, which counts nowhere. */
export const placeColumn = () => ({ lugar: integer('lugar').notNull().default(0) });

const sum = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
/** Of most changes most figures do not speak. */
const change = (name: string) => integer(name);

type Summed<T> = (name: string) => T;
const ofPlace = <T>(figure: Summed<T>) => ({
  ninos: figure('ninos'),
  masculino: figure('masculino'),
  femenino: figure('femenino'),
  conControl: figure('con_control'),
  conVacunas: figure('con_vacunas'),
  /** With a plausible length for age, and of those the ones below −2 and −3. */
  medidos: figure('medidos'),
  bajo2: figure('bajo2'),
  bajo3: figure('bajo3'),
  discrepancias: figure('discrepancias'),
  mujeres: figure('mujeres'),
  controles: figure('controles'),
  /** Hundredths of a kilogram, of all controls. */
  peso: figure('peso'),
  vacunas: figure('vacunas'),
});
/** Of every child its last control of each month: how many, measured, below −2 and −3. */
const ofMonth = <T>(figure: Summed<T>) => ({
  ultimos: figure('ultimos'),
  ultimosMedidos: figure('ultimos_medidos'),
  ultimosBajo2: figure('ultimos_bajo2'),
  ultimosBajo3: figure('ultimos_bajo3'),
});

/** Of a place and a status of children; what has no status stands under the empty one. */
export const figureOfPlace = pgTable(
  'figure_of_place',
  { lugar: integer('lugar').notNull(), estado: text('estado').notNull(), ...ofPlace(sum) },
  (table) => [primaryKey({ columns: [table.lugar, table.estado] })],
);

/** Of a place and the month of a control, told by its first day. */
export const figureOfMonth = pgTable(
  'figure_of_month',
  {
    lugar: integer('lugar').notNull(),
    mes: date('mes', { mode: 'string' }).notNull(),
    controles: sum('controles'),
    ...ofMonth(sum),
  },
  (table) => [primaryKey({ columns: [table.lugar, table.mes] })],
);

/** Of a place and who recorded. */
export const figureOfCreator = pgTable(
  'figure_of_creator',
  {
    lugar: integer('lugar').notNull(),
    creador: uuid('creador').notNull(),
    ninos: sum('ninos'),
    mujeres: sum('mujeres'),
  },
  (table) => [primaryKey({ columns: [table.lugar, table.creador] })],
);

/** Of a day in Guayaquil on which something was recorded. */
export const figureOfDay = pgTable('figure_of_day', {
  dia: date('dia', { mode: 'string' }).primaryKey(),
  ninos: sum('ninos'),
  conVacunas: sum('con_vacunas'),
  mujeres: sum('mujeres'),
  controles: sum('controles'),
  vacunas: sum('vacunas'),
});

/** Of the nation, a province or a canton: the children by the day of their latest control and their status. */
export const figureOfControlDay = pgTable(
  'figure_of_control_day',
  {
    lugar: integer('lugar').notNull(),
    fecha: date('fecha', { mode: 'string' }).notNull(),
    estado: text('estado').notNull(),
    ninos: sum('ninos'),
    discrepancias: sum('discrepancias'),
  },
  (table) => [primaryKey({ columns: [table.lugar, table.fecha, table.estado] })],
);

/**
 * What changed since the figures were folded, one row for what a row counted before, negative, and one for what it counts now. Writers
 * only add rows here, so that none waits for another one; `figure_fold` adds them up into the figures.
 */
export const figureChange = pgTable('figure_change', {
  lugar: integer('lugar').notNull(),
  /** On which it was recorded. */
  dia: date('dia', { mode: 'string' }).notNull(),
  creador: uuid('creador'),
  estado: text('estado').notNull().default(''),
  /** Of a child's latest control. */
  fecha: date('fecha', { mode: 'string' }),
  /** Of a control. */
  mes: date('mes', { mode: 'string' }),
  ...ofPlace(change),
  ...ofMonth(change),
});
