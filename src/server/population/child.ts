import { addDays, ageBetween } from '#domain/calendar.ts';
import type { Sex } from '#domain/growth/who/sexes.ts';
import type { Standards } from '#domain/growth/who/standards.ts';
import { RECORDS } from '#domain/records/index.ts';
import { childRecords, gestationOf } from './child-records.ts';
import { growthOf } from './growth.ts';
import { boysNames, community, girlsNames, womansNames } from './names.ts';
import {
  completedValues,
  type InventedPerson,
  inventedRecord,
  type Place,
  personValues,
  sortedByDate,
} from './person.ts';
import type { Random } from './random.ts';

export const OLDEST_DAYS = 745;
export const YOUNGEST_DAYS = 20;
const FOLLOWED = 0.97;

export interface ChildToInvent {
  readonly sequence: number;
  readonly place: Place;
  readonly ageDays: number;
  readonly today: string;
  readonly cedulamadre: string;
  readonly standards: Readonly<Record<Sex, Standards>>;
}

export function inventChild(random: Random, child: ChildToInvent): InventedPerson {
  const { sequence, place, ageDays, today, cedulamadre, standards } = child;
  const girl = random.chance(0.49);
  const birth = addDays(today, -ageDays);
  const registered = addDays(birth, Math.min(ageDays, random.whole(2, 40)));
  const gestation = gestationOf(random);
  const records = childRecords(random, { birth, gestation, registered, today, establecimiento: place.establecimiento });
  const sexo = girl ? 'FEMENINO' : 'MASCULINO';
  const measuredOn = growthOf(random, { birth, gestacion: gestation }, standards[sexo]);
  const followed = random.chance(FOLLOWED);
  for (
    let date = addDays(registered, random.whole(0, 20));
    followed && date <= today;
    date = addDays(date, random.chance(0.04) ? random.whole(45, 90) : random.whole(24, 30))
  ) {
    const { months } = ageBetween(birth, date);
    if (months >= 1 && months <= 24) records.push(inventedRecord('control', date, measuredOn(date)));
  }
  const values = completedValues(RECORDS.nino, {
    ...personValues(random, sequence, place),
    cedulamadre,
    nombres: girl ? girlsNames(random) : boysNames(random),
    fechanacimiento: birth,
    nombrePadres: `${womansNames(random)} ${community(random)}`,
    sexo,
  });
  return { values, records: sortedByDate(records), registered };
}
