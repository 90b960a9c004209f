import { sql } from 'drizzle-orm';
import { type Body, createRecord } from './factories.ts';
import { startTestApi, type TestApi, type TestUser } from './test-api.ts';

type Control = [fecha: string, edad: number, peso: number, longitud?: number];

interface Child {
  by: 'rosa' | 'luis' | 'sonia';
  sexo: string;
  place: [provincia: string, canton: string, establecimiento?: string];
  controls: Control[];
  vaccines?: number;
}

/**
 * The population of the report tests. Normal weights in kg: 8.2–12.2 at 12 months, 9.1–13.2 at 15 months (with two lower limits), 10.9–14.9 at 24
 * months, from 7.2 at 9 months, 4–8 at 3 months.
 */
const CHILDREN: Record<string, Child> = {
  // Desnutrición by the latest fecha, which was not registered last.
  ANA: {
    by: 'rosa',
    sexo: 'MASCULINO',
    place: ['CHIMBORAZO', 'COLTA', 'Centro de Salud Colta'],
    controls: [
      ['2026-03-31', 12, 8],
      ['2026-01-10', 12, 8.19],
    ],
    vaccines: 3,
  },
  BEA: {
    by: 'rosa',
    sexo: 'FEMENINO',
    place: ['CHIMBORAZO', 'COLTA', 'Centro de Salud Colta'],
    controls: [['2026-01-31', 12, 8.2]],
    vaccines: 1,
  },
  // 9.1 kg at 15 months with a normal length is Normal …
  CIRO: {
    by: 'luis',
    sexo: 'FEMENINO',
    place: ['CHIMBORAZO', 'GUANO', 'Puesto Guano'],
    controls: [['2026-02-28', 15, 9.1, 74]],
  },
  // … and with a length out of range Desnutrición.
  DORA: {
    by: 'luis',
    sexo: 'MASCULINO',
    place: ['CHIMBORAZO', 'GUANO', 'Puesto Guano'],
    controls: [['2026-02-01', 15, 9.1, 73.99]],
  },
  // Two controls on one day: the one registered last counts.
  ELI: {
    by: 'sonia',
    sexo: '',
    place: ['LOJA', 'OLMEDO', 'Centro Olmedo'],
    controls: [
      ['2025-12-31', 24, 14.9, 90],
      ['2025-12-31', 24, 14.91, 91.5],
    ],
  },
  FE: {
    by: 'sonia',
    sexo: 'FEMENINO',
    place: ['MANABÍ', 'OLMEDO', 'Centro Olmedo'],
    controls: [['2026-02-10', 9, 7.2]],
    vaccines: 1,
  },
  GIL: { by: 'rosa', sexo: 'MASCULINO', place: ['', '', ''], controls: [['2026-01-01', 6, 7]] },
  HUGO: { by: 'rosa', sexo: 'FEMENINO', place: ['', 'COLTA', ''], controls: [['2026-03-01', 10, 9]] },
  INES: { by: 'luis', sexo: '', place: ['CHIMBORAZO', 'GUANO', 'Puesto Guano'], controls: [] },
  JAN: { by: 'luis', sexo: 'MASCULINO', place: ['AZUAY', 'OÑA', ''], controls: [['2026-02-15', 3, 4]] },
  KAI: { by: 'luis', sexo: 'FEMENINO', place: ['IMBABURA', 'OTAVALO', ''], controls: [['2026-02-15', 3, 8.01]] },
};

const WOMEN: [by: Child['by'], place: Child['place']][] = [
  ['rosa', ['CHIMBORAZO', 'COLTA', 'Centro de Salud Colta']],
  ['sonia', ['LOJA', 'OLMEDO', 'Centro Olmedo']],
  ['sonia', ['', '', '']],
];

const placeOf = ([provincia, canton, establecimiento = '']: Child['place']) => ({ provincia, canton, establecimiento });

export interface Population {
  api: TestApi;
  staff: Record<Child['by'], TestUser>;
  /** Ids of the children by name. */
  ids: Record<string, string>;
}

/** Creates the population in its own database; the account of Luis is deleted. */
export async function createPopulation(): Promise<Population> {
  const api = await startTestApi();
  const staff = {
    rosa: await api.user('ROLE_BRIGADA'),
    luis: await api.user('ROLE_BRIGADA'),
    sonia: await api.user('ROLE_SUPERVISOR'),
  };
  const rename = (user: TestUser, nombre: string, apellido: string) =>
    api.database.db.execute(sql`update usuario set nombre = ${nombre}, apellido = ${apellido},
      busqueda = ${`${user.cedula} ${nombre} ${apellido}`.toLowerCase()} where _id = ${user.id}`);
  await rename(staff.rosa, 'Rosa', 'Yuquilema');
  await rename(staff.luis, 'Luis', 'Ortega');
  await rename(staff.sonia, 'Sonia', 'Paredes');
  const ids: Record<string, string> = {};
  for (const [nombres, { by, sexo, place, controls, vaccines = 0 }] of Object.entries(CHILDREN)) {
    const client = staff[by];
    const person: Body = { nombres, apellidos: 'Cují', sexo, ...placeOf(place) };
    const { _id } = await createRecord(client, 'nino', person);
    for (const [fecha, edad, peso, longitud = 73.2] of controls)
      await createRecord(client, 'control', { fecha, edad, peso, longitud }, _id);
    for (let i = 0; i < vaccines; i += 1) await createRecord(client, 'vacuna', { dosis: i + 1 }, _id);
    ids[nombres] = _id;
  }
  for (const [by, place] of WOMEN) await createRecord(staff[by], 'mujer', placeOf(place));
  await api.admin.delete(`/api/users/${staff.luis.id}`);
  return { api, staff, ids };
}
