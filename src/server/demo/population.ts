import { cedulaCheckDigitOk } from '#domain/accounts.ts';
import { addDays, ageBetween, daysBetween } from '#domain/calendar.ts';
import { measureAt } from '#domain/growth/lms.ts';
import type { Lms, Sex, Standards, Table } from '#domain/growth/who/standards.ts';
import { RECORDS } from '#domain/records/index.ts';
import { BOYS, GIRLS, PLACES, STAFF, SURNAMES, WOMEN } from './names.ts';
import type { Random } from './random.ts';
import { childRecords, type DemoRecord, womanRecords } from './records.ts';

/** A person with the records that belong to her or him, and the days on which they were entered. */
export interface DemoPerson {
  fields: Record<string, unknown>;
  records: DemoRecord[];
  registered: string;
}

const DAYS_OF_TWO_YEARS = 730;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/**
 * A number that passes the check digit but was given to nobody: series 30 (cards issued abroad) with a third digit of 5.
 * @param sequence up to six digits
 */
function inventedCedula(sequence: number): string {
  const base = `305${String(sequence).padStart(6, '0')}`;
  for (let digit = 0; digit < 9; digit += 1) if (cedulaCheckDigitOk(`${base}${digit}`)) return `${base}${digit}`;
  return `${base}9`;
}

/** Two different names, as most people have. */
function twoOf(random: Random, names: readonly string[]): string {
  const first = random.pick(names);
  return `${first} ${random.pick(names.filter((name) => name !== first))}`;
}

function personFields(random: Random, sequence: number, place: (typeof PLACES)[number]) {
  const disabled = random.chance(0.04);
  return {
    hcu: String(40_000 + sequence),
    cedula: inventedCedula(sequence),
    apellidos: twoOf(random, SURNAMES),
    discapacidad: disabled ? 'Si' : 'No',
    detalleDiscapacidad: disabled ? random.pick(['Visual', 'Auditiva', 'Física']) : '',
    celular: `09${random.whole(10_000_000, 99_999_999)}`,
    direccion: `COMUNIDAD ${random.pick(SURNAMES)}`,
    zona: String(random.whole(1, 9)),
    parroquia: place.canton,
    ...place,
  };
}

export function demoWoman(random: Random, sequence: number, today: string): DemoPerson {
  const registered = addDays(today, -random.whole(5, 240));
  const records: DemoRecord[] = womanRecords(random, registered, today);
  for (let date = registered; date <= today; date = addDays(date, random.whole(28, 35))) {
    const fields = {
      fechaatencion: date,
      fechaproxima: addDays(date, 30),
      nombrevacunador: random.pick(STAFF),
      observacion: random.pick(['SIN NOVEDAD', 'PRESIÓN NORMAL, BUEN ÁNIMO', 'SE ENTREGA HIERRO Y ÁCIDO FÓLICO']),
    };
    records.push({ key: 'controlmujer', fields, date });
  }
  return {
    fields: { ...personFields(random, sequence, random.pick(PLACES)), nombres: random.pick(WOMEN) },
    records,
    registered,
  };
}

/** How a child grows: z-scores of the WHO, on which it stays but for small changes. */
interface Course {
  length: number;
  weight: number;
  head: number;
}

/** About one child in five is low for its age, as in the country's surveys; few are light or heavy. */
function courseOf(random: Random): Course {
  const length = -1.1 + 1.05 * random.normal();
  const weight = 0.05 + 0.4 * length + 0.6 * random.normal();
  const heavy = random.chance(0.06) ? 1.8 : 0;
  return { length, weight: weight + heavy, head: -0.3 + 0.8 * random.normal() };
}

const within = (value: number, { min, max }: { min: number; max: number }) => Math.min(max, Math.max(min, value));

function measures(random: Random, days: number, course: Course, { wfa, lhfa, hcfa }: Standards, last: number) {
  const at = (z: number, { rows }: Table) => measureAt(z, rows[days] as Lms);
  const { peso, longitud, perimetro } = RECORDS.control.fields;
  const length = at(course.length + 0.1 * random.normal(), lhfa);
  return {
    peso: round(within(at(course.weight + 0.12 * random.normal(), wfa), peso), 2),
    // Nobody grows shorter.
    longitud: round(within(Math.max(length, last), longitud), 1),
    perimetro: round(within(at(course.head, hcfa), perimetro), 1),
  };
}

/** @param standards of the WHO, by sex */
export function demoChild(
  random: Random,
  sequence: number,
  today: string,
  mothers: readonly string[],
  standards: Readonly<Record<Sex, Standards>>,
): DemoPerson {
  const girl = random.chance(0.5);
  const ageDays = random.whole(20, DAYS_OF_TWO_YEARS + 15);
  const birth = addDays(today, -ageDays);
  const registered = addDays(birth, Math.min(ageDays, random.whole(2, 60)));
  const course = courseOf(random);
  let length = 0;
  const place = random.pick(PLACES);
  const records: DemoRecord[] = childRecords(random, {
    birth,
    registered,
    today,
    establecimiento: place.establecimiento,
  });
  const followed = random.chance(0.94);
  for (
    let date = addDays(registered, random.whole(0, 20));
    followed && date <= today;
    date = addDays(date, random.whole(28, 62))
  ) {
    const { months } = ageBetween(birth, date);
    if (months < 1 || months > 24) continue;
    const measured = measures(
      random,
      daysBetween(birth, date),
      course,
      standards[girl ? 'FEMENINO' : 'MASCULINO'],
      length,
    );
    length = measured.longitud;
    const fields = {
      fecha: date,
      edad: months,
      ...measured,
      lactmaterna: months < 12 || random.chance(0.4),
      otrasleches: random.chance(0.2),
      otrosalimento: months >= 6,
      micronutrientes: months >= 6 && random.chance(0.7),
      vitaminaA: months >= 6 && random.chance(0.4),
    };
    records.push({ key: 'control', fields, date });
  }
  const names = girl ? GIRLS : BOYS;
  const fields = {
    ...personFields(random, sequence, place),
    cedulamadre: random.pick(mothers),
    nombres: twoOf(random, names),
    fechanacimiento: birth,
    nombrePadres: `${random.pick(WOMEN)} ${random.pick(SURNAMES)}`,
    sexo: girl ? 'FEMENINO' : 'MASCULINO',
  };
  return { fields, records, registered };
}
