import type { JudgedChild, JudgedWoman } from './judged.ts';

interface AggregateTexts {
  readonly name: string;
  readonly definition: string;
  readonly period: string;
  readonly source: string;
}

type Aggregate = AggregateTexts &
  (
    | { readonly of: 'nino'; readonly count: (child: JudgedChild) => number }
    | { readonly of: 'mujer'; readonly count: (woman: JudgedWoman) => number }
  );

const LAST_CONTROL = 'Una vez por niña o niño: su último control del período.';
const EVERY_RECORD = 'Todos los que tienen su fecha en el período.';
const REGISTERED = 'El día del registro cae en el período.';
const FIRST_OF_PREGNANCY = 'Una vez por mujer: el primer control del embarazo cae en el período.';

const BOOKLET = 'Libreta Integral de Salud';
const WHO_GROWTH = 'Patrones de crecimiento de la OMS (2006); recomendaciones de OMS y UNICEF (2019)';
const WHO_ANAEMIA = 'OMS, Guideline on haemoglobin cutoffs, con la tabla que usa el servidor';
const SCHEDULE = 'Esquema nacional de vacunación del MSP, como lo muestra la libreta';

const one = (counts: boolean): number => (counts ? 1 : 0);

type Score = (child: JudgedChild) => number | null;
const height: Score = ({ scores }) => scores?.talla ?? null;
const weightForLength: Score = ({ scores }) => scores?.pesotalla ?? null;
const weight: Score = ({ scores }) => scores?.peso ?? null;

const measured = (score: Score) => (child: JudgedChild) => one(score(child) !== null);
const below = (score: Score, limit: number) => (child: JudgedChild) => {
  const z = score(child);
  return one(z !== null && z < limit);
};

const above = (score: Score, limit: number) => (child: JudgedChild) => one((score(child) ?? limit) > limit);

const ofGrowth = { of: 'nino', period: LAST_CONTROL, source: WHO_GROWTH } as const;

/** The figures for DHIS2, in the order in which they are shown and sent. Each has its definition, its rule of the period and its source. */
export const AGGREGATES = {
  ninosRegistrados: {
    of: 'nino',
    name: 'Niñas y niños registrados',
    definition: 'Niñas y niños que se registraron en la libreta.',
    period: REGISTERED,
    source: BOOKLET,
    count: ({ registered }) => one(registered),
  },
  ninosControlados: {
    of: 'nino',
    name: 'Niñas y niños controlados',
    definition: 'Niñas y niños con al menos un control.',
    period: 'Una vez por niña o niño, aunque tenga varios controles en el período.',
    source: BOOKLET,
    count: ({ controls }) => one(controls > 0),
  },
  controles: {
    of: 'nino',
    name: 'Controles de niñas y niños',
    definition: 'Controles registrados.',
    period: EVERY_RECORD,
    source: BOOKLET,
    count: ({ controls }) => controls,
  },
  medidosTalla: {
    ...ofGrowth,
    name: 'Medidos: talla para la edad',
    definition: 'Con un puntaje z de talla para la edad posible (de −6 a 6), con la edad corregida si nació antes.',
    count: measured(height),
  },
  tallaBaja: {
    ...ofGrowth,
    name: 'Desnutrición crónica',
    definition: 'Talla para la edad menor que −2.',
    count: below(height, -2),
  },
  tallaBajaSevera: {
    ...ofGrowth,
    name: 'Desnutrición crónica severa',
    definition: 'Talla para la edad menor que −3.',
    count: below(height, -3),
  },
  medidosPesoTalla: {
    ...ofGrowth,
    name: 'Medidos: peso para la talla',
    definition: 'Con un puntaje z de peso para la talla posible (de −5 a 5).',
    count: measured(weightForLength),
  },
  desnutricionAguda: {
    ...ofGrowth,
    name: 'Desnutrición aguda',
    definition: 'Peso para la talla menor que −2.',
    count: below(weightForLength, -2),
  },
  desnutricionAgudaSevera: {
    ...ofGrowth,
    name: 'Desnutrición aguda severa',
    definition: 'Peso para la talla menor que −3.',
    count: below(weightForLength, -3),
  },
  sobrepeso: {
    ...ofGrowth,
    name: 'Sobrepeso',
    definition: 'Peso para la talla mayor que 2, la obesidad incluida.',
    count: above(weightForLength, 2),
  },
  medidosPeso: {
    ...ofGrowth,
    name: 'Medidos: peso para la edad',
    definition: 'Con un puntaje z de peso para la edad posible (de −6 a 5), con la edad corregida si nació antes.',
    count: measured(weight),
  },
  bajoPeso: {
    ...ofGrowth,
    name: 'Bajo peso',
    definition: 'Peso para la edad menor que −2.',
    count: below(weight, -2),
  },
  medidosHemoglobina: {
    of: 'nino',
    name: 'Con hemoglobina',
    definition: 'Con una hemoglobina corregida por la altitud que la OMS clasifica: desde los 6 meses.',
    period: 'Una vez por niña o niño: su última hemoglobina del período.',
    source: WHO_ANAEMIA,
    count: ({ anemia }) => one(anemia !== null),
  },
  anemia: {
    of: 'nino',
    name: 'Anemia',
    definition: 'Anemia leve, moderada o severa.',
    period: 'Una vez por niña o niño: su última hemoglobina del período.',
    source: WHO_ANAEMIA,
    count: ({ anemia }) => one(anemia !== null && anemia !== 'Sin anemia'),
  },
  vacunasCompletas: {
    of: 'nino',
    name: 'Vacunas completas para su edad',
    definition:
      'De las niñas y los niños controlados, los que tienen todas las dosis del calendario de su edad: ninguna atrasada, aplicada antes de tiempo ni perdida por la edad. Las dosis que no son para todos no cuentan.',
    period: 'Como está su calendario el último día del período.',
    source: SCHEDULE,
    count: ({ controls, vaccinated }) => one(controls > 0 && vaccinated),
  },
  mujeresRegistradas: {
    of: 'mujer',
    name: 'Mujeres embarazadas registradas',
    definition: 'Mujeres embarazadas que se registraron en la libreta.',
    period: REGISTERED,
    source: BOOKLET,
    count: ({ registered }) => one(registered),
  },
  controlesPrenatales: {
    of: 'mujer',
    name: 'Controles prenatales',
    definition: 'Controles de mujeres embarazadas registrados.',
    period: EVERY_RECORD,
    source: BOOKLET,
    count: ({ controls }) => controls,
  },
  primerControl: {
    of: 'mujer',
    name: 'Mujeres con su primer control',
    definition: 'Mujeres embarazadas que tuvieron el primer control de su embarazo.',
    period: FIRST_OF_PREGNANCY,
    source: BOOKLET,
    count: ({ firstControl }) => one(firstControl !== 'none'),
  },
  primerControlTemprano: {
    of: 'mujer',
    name: 'Mujeres con su primer control antes de la semana 12',
    definition:
      'Mujeres embarazadas cuyo primer control fue antes de completar 12 semanas de embarazo, según su tamizaje de ETMI.',
    period: FIRST_OF_PREGNANCY,
    source: 'OMS, Recomendaciones sobre atención prenatal (2016): primer contacto hasta la semana 12',
    count: ({ firstControl }) => one(firstControl === 'early'),
  },
} as const satisfies Record<string, Aggregate>;

export type AggregateKey = keyof typeof AGGREGATES;
export const AGGREGATE_KEYS = Object.keys(AGGREGATES) as AggregateKey[];
const LIST: readonly Aggregate[] = AGGREGATE_KEYS.map((key) => AGGREGATES[key]);

/** One number for each aggregate, in the order of {@link AGGREGATE_KEYS}. */
export type Figures = number[];

export const noFigures = (): Figures => LIST.map(() => 0);

const figuresOf = (count: (aggregate: Aggregate) => number): Figures => LIST.map(count);

export const figuresOfChild = (child: JudgedChild): Figures =>
  figuresOf((aggregate) => (aggregate.of === 'nino' ? aggregate.count(child) : 0));

export const figuresOfWoman = (woman: JudgedWoman): Figures =>
  figuresOf((aggregate) => (aggregate.of === 'mujer' ? aggregate.count(woman) : 0));
