import { addDays } from '#domain/calendar.ts';
import type { RoleName } from '#domain/roles.ts';
import { staffName } from '#server/population/names.ts';
import { inventedCedula, type Place } from '#server/population/person.ts';
import { placesOf } from '#server/population/places.ts';
import { createRandom } from '#server/population/random.ts';

const CHILDREN_OF_A_BRIGADE = 200;
const BRIGADES_OF_A_SUPERVISOR = 50;
const FIRST_OF_STAFF = 2_900_000;

interface PlannedAccount {
  readonly id: string;
  readonly role: RoleName;
  readonly nombre: string;
  readonly apellido: string;
  readonly cedula: string;
}

export interface PlannedBrigade extends PlannedAccount {
  readonly place: Place;
  readonly lugar: number;
}

export interface Plan {
  readonly children: number;
  readonly women: number;
  readonly seed: number;
  readonly today: string;
  readonly administrator: PlannedAccount;
  readonly supervisors: readonly PlannedAccount[];
  readonly brigades: readonly PlannedBrigade[];
}

/** When the accounts of a population were made. */
export const SINCE = new Date('2024-01-02T13:00:00Z');

export interface Size {
  readonly children: number;
  readonly seed: number;
  readonly today: string;
}

export function planOf({ children, seed, today }: Size): Plan {
  const random = createRandom(seed);
  let staff = 0;
  const account = (role: RoleName): PlannedAccount => {
    const cedula = inventedCedula(FIRST_OF_STAFF + staff);
    staff += 1;
    return { id: random.id(SINCE.getTime()), role, ...staffName(random), cedula };
  };
  const administrator = account('ROLE_ADMINISTRADOR');
  const count = Math.max(1, Math.ceil(children / CHILDREN_OF_A_BRIGADE));
  const supervisors = Array.from({ length: Math.max(2, Math.ceil(count / BRIGADES_OF_A_SUPERVISOR)) }, () =>
    account('ROLE_SUPERVISOR'),
  );
  const brigades = placesOf(random, count).map((place) => ({ ...account('ROLE_BRIGADA'), place, lugar: 0 }));
  return { children, women: Math.ceil(children / 2), seed, today, administrator, supervisors, brigades };
}

/** Children's cedulas follow those of the women. */
export const cedulaOfWoman = (index: number) => inventedCedula(index);
export const sequenceOfChild = ({ women }: Plan, index: number) => women + index;

/** Days spread evenly from `span` days ago to `today`. */
export const plannedDay = (today: string, span: number, index: number, count: number) =>
  addDays(today, -Math.round(span * (1 - (index + 0.5) / count)));
