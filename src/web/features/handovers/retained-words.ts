import type { Retained } from '#domain/calls/retained.ts';
import { KINDS } from '#domain/journal/journal.ts';

const DID = { crear: 'Registró', reemplazar: 'Editó', eliminar: 'Eliminó' } as const;
const DECIDED = {
  aceptado: 'Aceptado',
  traspasado: 'Libreta traspasada',
  cerrado: 'Cerrado sin guardar',
  borrado: 'Borrado con la persona',
} as const;

/** What somebody did without signal: "Registró: Control". */
export const whatOf = ({ hace, tipo }: Retained) => `${DID[hace]}: ${KINDS[tipo] ?? tipo}`;

export const nameOf = ({ persona: { nombre } }: Retained) => nombre ?? 'Sin nombre';

export const standingOf = ({ resultado }: Retained) => (resultado ? DECIDED[resultado] : 'Por resolver');

/** What accepting does, before it is done. */
export function acceptingDoes(row: Retained): string {
  if (row.motivo === 'mismaPersona')
    return 'Si la cédula ya tiene libreta, esa libreta pasará a quien la pidió; si no, se registrará.';
  const name = `a nombre de ${row.quien.nombre} ${row.quien.apellido}`;
  if (row.hace === 'eliminar') return `Se eliminará de la libreta, ${name}.`;
  const back = row.motivo === 'eliminada' && !row.persona.existe ? 'La persona volverá con todos sus registros. ' : '';
  return `${back}Se guardará en la libreta, ${name}.`;
}
