import { addDays } from '#domain/calendar.ts';
import { RECORDS } from '#domain/records/index.ts';
import { STAFF, womansNames } from './names.ts';
import {
  completedValues,
  type InventedPerson,
  type InventedRecord,
  inventedRecord,
  type Place,
  personValues,
  sortedByDate,
} from './person.ts';
import type { Random } from './random.ts';

const TRIMESTERS = ['Primer trimestre', 'Segundo trimestre', 'Tercer trimestre'];
const DISEASES = ['VIH', 'Sífilis', 'Hepatitis B', 'Chagas'];
const FOLLOWED_DAYS = 240;

function screenings(random: Random, registered: string, today: string, establecimiento: string): InventedRecord[] {
  const records: InventedRecord[] = [];
  TRIMESTERS.forEach((nombre, index) => {
    const date = addDays(registered, 7 + 80 * index);
    if (date > today) return;
    for (const vacuna of DISEASES) {
      if (random.chance(0.7)) continue;
      const resultado = random.chance(0.03) ? 'reactivo' : 'no reactivo';
      records.push(
        inventedRecord('etmi', date, {
          nombre,
          vacuna,
          fechaRealizacion: date,
          resultado,
          semanaGestacion: 9 + 12 * index,
        }),
      );
    }
  });
  const vaccinated = addDays(registered, random.whole(3, 40));
  if (vaccinated <= today) {
    const vaccine = {
      tipo: 'Influenza',
      nombrevacuna: 'Influenza estacional',
      dosis: 1,
      fechaaplicacion: vaccinated,
      edadapli: random.whole(16, 42),
      lote: `I-${random.whole(1000, 9999)}`,
      vacunador: random.pick(STAFF),
      establecimiento,
    };
    records.push(inventedRecord('vacunamujer', vaccinated, vaccine));
  }
  return records;
}

export interface WomanToInvent {
  readonly sequence: number;
  readonly place: Place;
  readonly registered: string;
  readonly today: string;
}

export function inventWoman(random: Random, { sequence, place, registered, today }: WomanToInvent): InventedPerson {
  const values = completedValues(RECORDS.mujer, {
    ...personValues(random, sequence, place),
    nombres: womansNames(random),
  });
  const records = screenings(random, registered, today, place.establecimiento);
  const until = addDays(registered, FOLLOWED_DAYS);
  for (let date = registered; date <= today && date < until; date = addDays(date, random.whole(40, 56))) {
    const control = {
      fechaatencion: date,
      fechaproxima: addDays(date, 30),
      nombrevacunador: random.pick(STAFF),
      observacion: random.pick(['SIN NOVEDAD', 'PRESIÓN NORMAL, BUEN ÁNIMO', 'SE ENTREGA HIERRO Y ÁCIDO FÓLICO']),
    };
    records.push(inventedRecord('controlmujer', date, control));
  }
  return { values, records: sortedByDate(records), registered };
}
