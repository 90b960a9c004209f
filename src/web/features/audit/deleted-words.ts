import type { DeletedPerson } from '#domain/calls/journal.ts';
import { ENTRY_KINDS } from '#domain/journal/journal.ts';

export const deletedPersonName = ({ nombres, apellidos }: DeletedPerson) =>
  `${nombres} ${apellidos}`.trim().toLocaleUpperCase('es');
export const kindOf = ({ tipo }: DeletedPerson) => ENTRY_KINDS[tipo] ?? tipo;

/** "con sus 3 registros" */
export function recordCountText({ registros }: DeletedPerson): string {
  if (registros === 0) return 'sin registros';
  return registros === 1 ? 'con su registro' : `con sus ${registros.toLocaleString('es-EC')} registros`;
}
