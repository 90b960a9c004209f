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

export const LEVELS = { nation: 0, provincia: 1, canton: 2, establecimiento: 3 } as const;

/** Every place that was ever recorded. Names below its level are empty; at the finest level, also those that a person does not have. */
export const placeTable = pgTable(
  'lugar',
  {
    _id: integer('_id').generatedAlwaysAsIdentity().primaryKey(),
    nivel: smallint('nivel').notNull(),
    provincia: text('provincia').notNull(),
    canton: text('canton').notNull(),
    establecimiento: text('establecimiento').notNull(),
    dentro: integer('dentro').array().notNull().default([]),
  },
  ({ nivel, provincia, canton, establecimiento }) => [
    uniqueIndex('lugar_nombres').on(nivel, provincia, canton, establecimiento),
    index('lugar_canton').on(canton),
    index('lugar_establecimiento').on(establecimiento),
  ],
);

/** Maintained by triggers; place 0 counts nowhere. */
export const placeColumn = () => ({ lugar: integer('lugar').notNull().default(0) });

const sum = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
const change = (name: string) => integer(name);

type Summed<T> = (name: string) => T;
const ofPlace = <T>(figure: Summed<T>) => ({
  ninos: figure('ninos'),
  masculino: figure('masculino'),
  femenino: figure('femenino'),
  conControl: figure('con_control'),
  conVacunas: figure('con_vacunas'),
  /** Children with a plausible length for age, and those of them below −2 and −3. */
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
/** By each child's last control of a month: all, measured, below −2 and −3. */
const ofMonth = <T>(figure: Summed<T>) => ({
  ultimos: figure('ultimos'),
  ultimosMedidos: figure('ultimos_medidos'),
  ultimosBajo2: figure('ultimos_bajo2'),
  ultimosBajo3: figure('ultimos_bajo3'),
});

export const figureOfPlace = pgTable(
  'figure_of_place',
  { lugar: integer('lugar').notNull(), estado: text('estado').notNull(), ...ofPlace(sum) },
  (table) => [primaryKey({ columns: [table.lugar, table.estado] })],
);

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

export const figureOfDay = pgTable('figure_of_day', {
  dia: date('dia', { mode: 'string' }).primaryKey(),
  ninos: sum('ninos'),
  conVacunas: sum('con_vacunas'),
  mujeres: sum('mujeres'),
  controles: sum('controles'),
  vacunas: sum('vacunas'),
});

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

/** Changes since the last fold: a negative row for the old state, one for the new. Writers only insert, so none waits for another. */
export const figureChange = pgTable('figure_change', {
  lugar: integer('lugar').notNull(),
  dia: date('dia', { mode: 'string' }).notNull(),
  creador: uuid('creador'),
  estado: text('estado').notNull().default(''),
  fecha: date('fecha', { mode: 'string' }),
  mes: date('mes', { mode: 'string' }),
  ...ofPlace(change),
  ...ofMonth(change),
});

/**
 * Children under 24 months at their latest control: all, malnourished by the programme's table, and those with a plausible score of each
 * indicator with those of them beyond its limits.
 */
const ofGrowth = <T>(figure: Summed<T>) => ({
  ninos: figure('ninos'),
  desnutricion: figure('desnutricion'),
  talla: figure('talla'),
  tallaBajo2: figure('talla_bajo2'),
  tallaBajo3: figure('talla_bajo3'),
  pesotalla: figure('pesotalla'),
  pesotallaBajo2: figure('pesotalla_bajo2'),
  pesotallaBajo3: figure('pesotalla_bajo3'),
  pesotallaSobre2: figure('pesotalla_sobre2'),
  pesotallaSobre3: figure('pesotalla_sobre3'),
  peso: figure('peso'),
  pesoBajo2: figure('peso_bajo2'),
  pesoBajo3: figure('peso_bajo3'),
});

const growthKey = () => ({
  lugar: integer('lugar').notNull(),
  sexo: text('sexo').notNull(),
  /** The position of the age group in `SURVEY_AGES`. */
  grupo: smallint('grupo').notNull(),
});

export const figureOfGrowth = pgTable('figure_of_growth', { ...growthKey(), ...ofGrowth(sum) }, (table) => [
  primaryKey({ columns: [table.lugar, table.sexo, table.grupo] }),
]);

/** As {@link figureChange}, for `figure_of_growth`: most changes of a child concern only one of the two. */
export const growthChange = pgTable('growth_change', { ...growthKey(), ...ofGrowth(change) });
