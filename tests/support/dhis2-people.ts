import { addDays, addMonths, ageBetween, daysBetween, today } from '#domain/calendar.ts';
import { AGGREGATE_KEYS, type AggregateKey } from '#domain/dhis2/aggregates.ts';
import { evaluateGrowth } from '#domain/growth/evaluate.ts';
import { loadEveryStandard } from '#domain/growth/who/standards.ts';
import { matchVaccines } from '#domain/vaccines/timeline.ts';
import { createRandom } from '#server/population/random.ts';
import type { ApiClient } from './api-client.ts';
import { createRecord } from './factories.ts';

type Place = readonly [provincia: string, canton: string, establecimiento: string];

const PLACES: readonly Place[] = [
  ['CHIMBORAZO', 'COLTA', 'Centro de Salud Colta'],
  ['CHIMBORAZO', 'GUANO', 'CENTRO DE SALUD COLTA'],
  ['CHIMBORAZO', 'GUANO', '=Puesto "Guano"; 2'],
  ['LOJA', 'OLMEDO', 'Centro Olmedo'],
  ['MANABÍ', 'OLMEDO', ''],
  ['', 'COLTA', ''],
];
const VACCINES = ['BCG', 'Rotavirus', 'Pentavalente', 'Hexavalente', 'fIPV', 'Neumococo', 'SRP', 'Influenza'];

interface Dated {
  /** In the order of their registration. */
  readonly on: string;
}
interface Control extends Dated {
  readonly peso: number;
  readonly longitud: number;
}
interface Screening extends Dated {
  readonly edadapli: number;
  readonly valorcorregido: number;
}
interface CreatedChild {
  readonly place: Place;
  readonly sexo: string;
  readonly birth: string | null;
  readonly dias: number | null;
  readonly controls: Control[];
  readonly screenings: Screening[];
  readonly vaccines: { tipovacuna: string; dosis: number; fechaaplicacion: string }[];
}
interface CreatedWoman {
  readonly place: Place;
  readonly controls: string[];
  readonly etmi: { on: string; semana: number }[];
}
export interface CreatedPeople {
  readonly children: CreatedChild[];
  readonly women: CreatedWoman[];
}

/** Days into the past from which the records are; some lie ahead. */
const LONGEST_AGO = 190;

/** Creates random women and children with random records; equal seeds create equal ones. */
export async function createPeople(client: ApiClient, seed: number, count: number): Promise<CreatedPeople> {
  const { pick, whole, chance } = createRandom(seed);
  const some = (most: number) => Array.from({ length: whole(0, most) }, (_, at) => at);
  const day = () => addDays(today(), -whole(-3, LONGEST_AGO));
  const named = ([provincia, canton, establecimiento]: Place) => ({ provincia, canton, establecimiento });
  const people: CreatedPeople = { children: [], women: [] };

  // The month may have begun today, and chance may make nobody severely wasted.
  const wasted: CreatedChild = {
    ...{ place: ['CHIMBORAZO', 'COLTA', 'Centro de Salud Colta'], sexo: 'FEMENINO', birth: addDays(today(), -300) },
    ...{ dias: null, controls: [{ on: today(), peso: 6.5, longitud: 73 }], screenings: [], vaccines: [] },
  };
  const first = { ...named(wasted.place), sexo: wasted.sexo, fechanacimiento: wasted.birth };
  const { _id: id } = await createRecord(client, 'nino', first);
  await createRecord(client, 'control', { fecha: today(), edad: 9, peso: 6.5, longitud: 73 }, id);
  people.children.push(wasted);

  for (let made = 0; made < count; made += 1) {
    const child: CreatedChild = {
      place: pick(PLACES),
      sexo: pick(['MASCULINO', 'FEMENINO', 'FEMENINO', '']),
      birth: chance(0.15) ? null : addDays(today(), -(chance(0.3) ? whole(20, 50) : whole(20, 700))),
      dias: chance(0.3) ? whole(200, 290) : null,
      controls: [],
      screenings: [],
      vaccines: [],
    };
    const { sexo, birth, dias } = child;
    const { _id } = await createRecord(client, 'nino', { ...named(child.place), sexo, fechanacimiento: birth });
    if (dias !== null) await createRecord(client, 'rn', { sem: Math.ceil(dias / 7), dias }, _id);
    for (const _ of some(5)) {
      const control = { on: day(), peso: whole(450, 1250) / 100, longitud: whole(560, 860) / 10 };
      const { on: fecha, peso, longitud } = control;
      await createRecord(client, 'control', { fecha, edad: whole(1, 24), peso, longitud }, _id);
      child.controls.push(control);
    }
    for (const _ of some(3)) {
      const screening = { on: day(), edadapli: whole(1, 24), valorcorregido: whole(900, 1200) / 100 };
      const { on: fechaaplicacion, edadapli, valorcorregido } = screening;
      await createRecord(client, 'anemia', { fechaaplicacion, edadapli, valorcorregido }, _id);
      child.screenings.push(screening);
    }
    const atBirth = birth !== null && chance(0.6) ? [{ tipovacuna: 'BCG', dosis: 1, fechaaplicacion: birth }] : [];
    const others = some(6).map(() => ({ tipovacuna: pick(VACCINES), dosis: whole(1, 3), fechaaplicacion: day() }));
    for (const dose of [...atBirth, ...others]) {
      await createRecord(client, 'vacuna', dose, _id);
      child.vaccines.push(dose);
    }
    people.children.push(child);

    const woman: CreatedWoman = { place: pick(PLACES), controls: [], etmi: [] };
    const mother = await createRecord(client, 'mujer', named(woman.place));
    for (const _ of some(4)) {
      const fechaatencion = day();
      await createRecord(
        client,
        'controlmujer',
        { fechaatencion, fechaproxima: addDays(fechaatencion, 28) },
        mother._id,
      );
      woman.controls.push(fechaatencion);
    }
    for (const _ of some(2)) {
      const screening = { on: day(), semana: whole(1, 30) };
      const change = { fechaRealizacion: screening.on, semanaGestacion: screening.semana };
      await createRecord(client, 'etmi', change, mother._id);
      woman.etmi.push(screening);
    }
    people.women.push(woman);
  }
  return people;
}

/** The last one by day, of one day the one registered last. */
const lastOf = <One extends Dated>(records: readonly One[]): One | undefined =>
  records.reduce<One | undefined>((last, one) => (last && last.on > one.on ? last : one), undefined);

type Counts = Partial<Record<AggregateKey, number>>;
type Standards = Awaited<ReturnType<typeof loadEveryStandard>>;

function growthOf({ sexo, birth, dias }: CreatedChild, { on, peso, longitud }: Control, standards: Standards): Counts {
  if (birth === null || sexo === '') return {};
  const early = dias !== null && dias < 259 ? 280 - dias : 0;
  const days = daysBetween(birth, on) - early;
  const edadDias = days < 0 && early > 0 ? null : days;
  const input = { edadDias, peso, longitud, perimetro: null };
  const { scores } = evaluateGrowth(input, standards[sexo as keyof Standards]);
  const z = (name: 'peso' | 'talla' | 'pesotalla') => (scores[name] && !scores[name].flagged ? scores[name].z : null);
  const [talla, pesotalla, peso1] = [z('talla'), z('pesotalla'), z('peso')];
  const counts: Counts = {};
  if (talla !== null) counts.medidosTalla = 1;
  if (talla !== null && talla < -2) counts.tallaBaja = 1;
  if (talla !== null && talla < -3) counts.tallaBajaSevera = 1;
  if (pesotalla !== null) counts.medidosPesoTalla = 1;
  if (pesotalla !== null && pesotalla < -2) counts.desnutricionAguda = 1;
  if (pesotalla !== null && pesotalla < -3) counts.desnutricionAgudaSevera = 1;
  if (pesotalla !== null && pesotalla > 2) counts.sobrepeso = 1;
  if (peso1 !== null) counts.medidosPeso = 1;
  if (peso1 !== null && peso1 < -2) counts.bajoPeso = 1;
  return counts;
}

function bloodOf(birth: string | null, { on, edadapli, valorcorregido }: Screening): Counts {
  const months = birth !== null && on >= birth ? ageBetween(birth, on).months : edadapli;
  if (months < 6 || months >= 60) return {};
  return { medidosHemoglobina: 1, anemia: valorcorregido < (months < 24 ? 10.5 : 11) ? 1 : 0 };
}

const LATE = ['late', 'early', 'tooOld'];

function hasAllDoses({ birth, vaccines }: CreatedChild, day: string): boolean {
  const until = vaccines.filter(({ fechaaplicacion }) => fechaaplicacion <= day);
  const items = matchVaccines(birth, until, day)?.items;
  if (!items) return false;
  return items.every(({ dose, due, state }) => dose.conditional || due === null || due > day || !LATE.includes(state));
}

function countChild(child: CreatedChild, desde: string, hasta: string, standards: Standards): Counts {
  const within = <One extends Dated>(records: readonly One[]) => records.filter(({ on }) => on >= desde && on <= hasta);
  const [controls, screenings] = [within(child.controls), within(child.screenings)];
  const [control, screening] = [lastOf(controls), lastOf(screenings)];
  return {
    ninosRegistrados: today() >= desde && today() <= hasta ? 1 : 0,
    ninosControlados: control ? 1 : 0,
    controles: controls.length,
    vacunasCompletas: control && hasAllDoses(child, hasta) ? 1 : 0,
    ...(control && growthOf(child, control, standards)),
    ...(screening && bloodOf(child.birth, screening)),
  };
}

function countWoman({ controls, etmi }: CreatedWoman, desde: string, hasta: string): Counts {
  const within = controls.filter((on) => on >= desde && on <= hasta).sort();
  const counts: Counts = {
    mujeresRegistradas: today() >= desde && today() <= hasta ? 1 : 0,
    controlesPrenatales: within.length,
  };
  const latestFirst = etmi
    .map((one, at) => ({ ...one, at }))
    .sort((a, b) => (a.on === b.on ? b.at - a.at : a.on < b.on ? 1 : -1));
  for (const control of within) {
    const start = latestFirst
      .map(({ on, semana }) => addDays(on, -7 * semana))
      .find((day) => day <= control && daysBetween(day, control) < 294);
    const earlier = controls.filter((other) => other < control && daysBetween(other, control) < 294);
    const isFirst = start === undefined ? earlier.length === 0 : !earlier.some((other) => other >= start);
    if (!isFirst) continue;
    counts.primerControl = 1;
    counts.primerControlTemprano = start !== undefined && daysBetween(start, control) < 84 ? 1 : 0;
    break;
  }
  return counts;
}

/** The figures of a period one by one from what was created, by the names of places in lower case; '' for none. */
export async function recount(
  { children, women }: CreatedPeople,
  { desde, hasta: last }: { desde: string; hasta: string },
  nameOf: (place: Place) => string,
): Promise<Record<string, number[]>> {
  const standards = await loadEveryStandard();
  const hasta = last < today() ? last : today();
  const totals: Record<string, number[]> = {};
  const add = (place: Place, counts: Counts) => {
    const values = AGGREGATE_KEYS.map((key) => counts[key] ?? 0);
    if (values.every((value) => value === 0)) return;
    const name = nameOf(place).toLowerCase();
    const before = totals[name] ?? values.map(() => 0);
    totals[name] = before.map((value, at) => value + (values[at] ?? 0));
  };
  for (const child of children) add(child.place, countChild(child, desde, hasta, standards));
  for (const woman of women) add(woman.place, countWoman(woman, desde, hasta));
  return totals;
}

export const byCanton = ([provincia, canton]: Place): string => (provincia === '' ? '' : `${provincia}/${canton}`);
export const byEstablishment = ([, , establecimiento]: Place): string => establecimiento;

/** A month that is over, the one before, and the present quarter. */
export const testedPeriods = (): string[] => {
  const month = (back: number) =>
    addMonths(`${today().slice(0, 7)}-01`, -back)
      .slice(0, 7)
      .replace('-', '');
  return [month(0), month(1), month(2), `${today().slice(0, 4)}Q${Math.ceil(Number(today().slice(5, 7)) / 3)}`];
};
