import { cedulaCheckDigitOk } from '#domain/accounts.ts';
import { addDays, ageBetween } from '#domain/calendar.ts';
import { BANDS } from '#domain/growth/malnutrition.ts';
import { BOYS, GIRLS, PLACES, STAFF, SURNAMES, WOMEN } from './names.ts';
import type { Random } from './random.ts';
import { childRecords, type DemoRecord, womanRecords } from './records.ts';

/** A person with the records that belong to her or him, and the days on which they were entered. */
export interface DemoPerson {
  fields: Record<string, unknown>;
  records: DemoRecord[];
  registered: string;
}

/** How a child's weight stands in the programme's band, 0 its lower limit and 1 its upper one. */
const HEALTHY = [0.25, 0.8] as const;
const HEAVY = [1.04, 1.2] as const;
const LIGHT = [-0.3, -0.05] as const;

const DAYS_OF_TWO_YEARS = 730;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/**
 * A number that passes the check digit but was never issued: series 30 (cards issued abroad) with a third digit of 5.
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

function measures(random: Random, months: number, [low, high]: readonly [number, number], tall: number) {
  const band = BANDS.find(({ from, to }) => months >= from && months <= to);
  if (!band) throw new Error(`no band for ${months} months`);
  const [minWeight, maxWeight] = band.weight;
  const [minLength, maxLength] = band.length;
  // Inside a band of several months a child still grows.
  const progress = band.to === band.from ? 0.5 : (months - band.from) / (band.to - band.from);
  const share = low + (high - low) * (0.4 * random.between(0, 1) + 0.6 * progress);
  return {
    peso: round(minWeight + (maxWeight - minWeight) * share, 2),
    longitud: round(minLength + (maxLength - minLength) * (tall + 0.1 * progress), 1),
    perimetro: round(36 + 11 * Math.sqrt(months / 24) + random.between(-0.6, 0.6), 1),
  };
}

export function demoChild(random: Random, sequence: number, today: string, mothers: readonly string[]): DemoPerson {
  const girl = random.chance(0.5);
  const ageDays = random.whole(20, DAYS_OF_TWO_YEARS + 15);
  const birth = addDays(today, -ageDays);
  const registered = addDays(birth, Math.min(ageDays, random.whole(2, 60)));
  const kind = random.between(0, 1);
  const weights = kind < 0.12 ? LIGHT : kind < 0.2 ? HEAVY : HEALTHY;
  const tall = random.between(0.2, 0.75);
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
    const fields = {
      fecha: date,
      edad: months,
      ...measures(random, months, weights, tall),
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
