import { showInstantDay } from '#domain/calendar.ts';
import type { RetainedWrite } from '#domain/calls/retained.ts';
import { type Action, ENTRY_KINDS } from '#domain/journal/journal.ts';

const DID = { crear: 'Registró', reemplazar: 'Editó', eliminar: 'Eliminó' } as const;
const DECIDED = {
  aceptado: 'Aceptado',
  traspasado: 'Libreta traspasada',
  cerrado: 'Cerrado sin guardar',
  borrado: 'Borrado con la persona',
} as const;

/** The operation in words: "Registró: Control". */
export const retainedTitle = ({ hace, tipo }: RetainedWrite) => `${DID[hace]}: ${ENTRY_KINDS[tipo] ?? tipo}`;

export const retainedPersonName = ({ persona: { nombre } }: RetainedWrite) => nombre ?? 'Sin nombre';

export const decisionText = ({ resultado }: RetainedWrite) => (resultado ? DECIDED[resultado] : 'Por resolver');

/** The periods of custody of the sender: "Del 03/03/2026 al 20/11/2026". */
export function custodyPeriodsText({ tuvo, persona }: RetainedWrite): string {
  if (tuvo.length === 0) return persona.existe ? 'Nunca' : 'Aún no hay libreta';
  const period = ({ desde, hasta }: RetainedWrite['tuvo'][number]) =>
    hasta
      ? `Del ${showInstantDay(desde)} al ${showInstantDay(hasta)}`
      : `Desde el ${showInstantDay(desde)}, hasta ahora`;
  return tuvo.map(period).join('; ');
}

/** The action for the list of changes: an open write is shown as a change, a decided one or one of an erased person as sent. */
export const actionOf = ({ hace, resuelta, persona }: RetainedWrite): Action =>
  resuelta || !persona.existe
    ? 'crear'
    : ({ crear: 'crear', reemplazar: 'editar', eliminar: 'eliminar' } as const)[hace];

export function acceptanceText(row: RetainedWrite): string {
  if (row.motivo === 'mismaPersona')
    return 'Si la cédula ya tiene libreta, esa libreta pasará a quien la pidió; si no, se registrará.';
  const name = `a nombre de ${row.quien.nombre} ${row.quien.apellido}`;
  if (row.hace === 'eliminar') return `Se eliminará de la libreta, ${name}.`;
  const back = row.motivo === 'eliminada' && !row.persona.existe ? 'La persona volverá con todos sus registros. ' : '';
  return `${back}Se guardará en la libreta, ${name}.`;
}
