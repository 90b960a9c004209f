import type { Values } from '../fields/index.ts';
import { cleanText } from '../text.ts';
import { person } from './person.ts';
import { type FlatRecord, fieldOf } from './row.ts';

/** The fields of a booklet that a child takes over from the mother. */
const SHARED = [...Object.keys(person.contact), ...Object.keys(person.place)];

/** The fields of a new child that the mother's booklet answers, without empty ones. The surnames are not among them: one is the father's. */
export function childOfMother(mother: FlatRecord): Values {
  const name = ['nombres', 'apellidos'].map((field) => String(fieldOf(mother, field) ?? '')).join(' ');
  const values = {
    cedulamadre: fieldOf(mother, 'cedula'),
    nombrePadres: cleanText(name),
    ...Object.fromEntries(SHARED.map((field) => [field, fieldOf(mother, field)])),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}
