import type { NamedAccount } from '../author.ts';
import { nameOf } from './patient.ts';
import type { Practitioner } from './r4.ts';

export function practitionerOf({ _id, nombre, apellido }: NamedAccount): Practitioner {
  const name = nameOf(nombre.trim() || null, apellido.trim() || null);
  return { resourceType: 'Practitioner', id: _id, ...(name.length > 0 && { name }) };
}
