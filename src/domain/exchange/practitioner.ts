import { nameOf } from './patient.ts';
import type { Practitioner } from './r4.ts';

/** An account as others may see it: nothing but the name. */
export interface NamedAccount {
  readonly _id: string;
  readonly nombre: string;
  readonly apellido: string;
}

export function practitionerOf({ _id, nombre, apellido }: NamedAccount): Practitioner {
  const name = nameOf(nombre.trim() || null, apellido.trim() || null);
  return { resourceType: 'Practitioner', id: _id, ...(name.length > 0 && { name }) };
}
