import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { addDays, addMonths, startOfDay, today } from '#domain/calendar.ts';
import { recordTable } from '#server/db/record-tables.ts';
import { DAY_LONG_PAST, nino } from '#server/db/schema.ts';
import { refreshOutdated } from '#server/modules/records/refresh-children.ts';
import { createRecord } from './factories.ts';
import type { TestApi, TestUser } from './test-api.ts';

const DAY = today();
export const daysAgo = (days: number) => addDays(DAY, -days);
const monthsAgo = (months: number, days = 0) => addDays(addMonths(DAY, -months), days);
const firstOfMonth = (months: number) => `${monthsAgo(months).slice(0, 7)}-01`;

/** Accents, blanks, LIKE patterns, other scripts, and letters that fold into several. */
export const NAMES = [
  ...[
    'SISA',
    'MARÍA JOSÉ',
    'ÑUSTA',
    'NAÑA',
    'GÜINANSACA',
    "D'ANGELO",
    'O’BRIEN',
    'ANA  BELÉN',
    'DE LA CRUZ',
    'TENESACA',
  ],
  ...[
    'X',
    'A_B',
    '100%',
    'C\\D',
    'STRAẞE',
    'İPEK',
    'Ⅷ NONA',
    '½',
    'ﬁn',
    'ΟΔΟΣ',
    'Жук',
    '李小龙',
    'ზურა',
    'अदिति',
    'אבי',
    '007',
  ],
];
export const PLACES = [
  { provincia: 'CHIMBORAZO', canton: 'COLTA', establecimiento: 'Centro de Salud Colta' },
  { provincia: 'CHIMBORAZO', canton: 'GUANO', establecimiento: 'Puesto N° 1 ‘Guano’' },
  { provincia: 'LOS RÍOS', canton: '', establecimiento: '' },
  { provincia: '', canton: '', establecimiento: 'SIN DATO' },
  { provincia: '', canton: '', establecimiento: '' },
];
export const MOTHERS = ['0603714026', '0603714034', 'SIN CÉDULA'];
export const PHONES = [
  '0991234567',
  '+593 99 123 4567',
  '(03) 290-0000',
  '00593 3 290 0000',
  'NO TIENE',
  '0998 TÍA',
  '',
];

/** Around the boundaries of the rules: today, first days of months, 30 and 35 days ago; and future days. */
const days = fc.constantFrom(
  ...[-3, 0, 1, 29, 30, 31, 34, 35, 36, 60].map(daysAgo),
  ...[0, 1, 2].flatMap((month) => [firstOfMonth(month), addDays(firstOfMonth(month), -1)]),
);
const births = fc.option(
  fc.constantFrom(...[0, 1, 5, 12, 23, 24, 25].flatMap((months) => [monthsAgo(months), monthsAgo(months, -1)])),
  { freq: 6 },
);

/** Around midnight in Guayaquil, with some equal instants. */
const instants = fc
  .tuple(fc.constantFrom(0, 1, 29, 30, 34, 35, 36, 760), fc.constantFrom(-1, 0, 1, 43_200_000))
  .map(([day, ms]) => new Date(Date.parse(startOfDay(daysAgo(day))) + ms));

const one = fc.constantFrom(...NAMES);
const name = fc.oneof(
  { weight: 6, arbitrary: one },
  { weight: 3, arbitrary: fc.tuple(one, one).map((two) => two.join(' ')) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(..."aÁñ '%_\\-ж"), maxLength: 9 }).map((odd) => `Z${odd}`),
  },
);

const control = fc.record({
  fecha: days,
  edad: fc.integer({ min: 1, max: 24 }),
  peso: fc.integer({ min: 250, max: 1500 }).map((dag) => dag / 100),
  longitud: fc.integer({ min: 480, max: 880 }).map((mm) => mm / 10),
});
const vaccine = fc.record({
  tipovacuna: fc.constantFrom('BCG', 'ROTAVIRUS', 'Pentavalente', 'Neumococo', 'Otra'),
  dosis: fc.integer({ min: 1, max: 3 }),
  fechaaplicacion: days,
});
/** Around 37 weeks, and far before; the last is too short to live. */
const newborn = fc.constantFrom(280, 259, 258, 224, 196, 120).map((dias) => ({ sem: Math.ceil(dias / 7), dias }));
const saved = { registered: instants, warned: fc.boolean() };

const values = {
  nombres: name,
  apellidos: name,
  hcu: fc.constantFrom('50177', 'HC-9', 'ÁB 12'),
  celular: fc.constantFrom(...PHONES),
  telfdomicilio: fc.constantFrom(...PHONES),
  place: fc.constantFrom(...PLACES),
};
const about = {
  by: fc.nat(2),
  now: fc.option(fc.nat(2), { freq: 2 }),
  registered: instants,
  deleted: fc.nat(9).map((chance) => chance === 0),
};
const child = fc.record({
  ...about,
  values: fc.record({
    ...values,
    fechanacimiento: births,
    sexo: fc.constantFrom('MASCULINO', 'FEMENINO', 'FEMENINO', ''),
    cedulamadre: fc.constantFrom(...MOTHERS),
  }),
  records: fc.array(
    fc.oneof(
      fc.record({ key: fc.constant('control'), values: control, ...saved }),
      fc.record({ key: fc.constant('control'), values: control, ...saved }),
      fc.record({ key: fc.constant('vacuna'), values: vaccine, ...saved }),
      fc.record({ key: fc.constant('rn'), values: newborn, ...saved }),
      fc.record({ key: fc.constant('anemia'), values: fc.constant({}), ...saved }),
    ),
    { maxLength: 5 },
  ),
});
const woman = fc.record({ ...about, values: fc.record(values) });

/** Children with records, and women. */
export const population = fc.record({
  children: fc.array(child, { minLength: 20, maxLength: 20 }),
  women: fc.array(woman, { minLength: 8, maxLength: 8 }),
});
export type Population = typeof population extends fc.Arbitrary<infer P> ? P : never;

/** Records them as three users at the given instants, and hands over and deletes some. */
export async function recordAll(api: TestApi, staff: readonly TestUser[], { children, women }: Population) {
  const { db } = api.database;
  const keep = async (key: string, _id: string, fechaRegistro: Date, advertida: boolean) => {
    const table = recordTable(key);
    await db.update(table).set({ fechaRegistro, advertida }).where(eq(table._id, _id));
  };
  const people = [
    ...children.map((some) => ({ key: 'nino', ...some })),
    ...women.map((some) => ({ key: 'mujer', records: [], ...some })),
  ];
  for (const { key, by, now, registered, deleted, values: personValues, records } of people) {
    const author = staff[by] as TestUser;
    const { place, ...fields } = personValues;
    const { _id } = await createRecord(author, key, { ...fields, ...place });
    for (const record of records) {
      const made = await createRecord(api.admin, record.key, record.values, _id);
      await keep(record.key, made._id, record.registered, record.warned);
    }
    if (records.length > 3) {
      const { _id: extraControl } = await createRecord(api.admin, 'control', {}, _id);
      await api.admin.delete(`/api/control/${extraControl}`);
    }
    await keep(key, _id, registered, false);
    const handedTo = now === null ? null : staff[now]?.id;
    if (handedTo) await db.execute(sql`update ${recordTable(key)} set custodio = ${handedTo} where _id = ${_id}`);
    if (deleted) await api.admin.delete(`/api/${key}/${_id}`);
  }
  // The summaries depend on the registration instants, which were changed afterwards.
  await db.update(nino).set({ revisar: DAY_LONG_PAST });
  await refreshOutdated(db);
}
