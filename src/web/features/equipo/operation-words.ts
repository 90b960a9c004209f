import { definitionOf } from '#domain/sync/apply-operations.ts';
import type { Waiting } from '#domain/sync/lane.ts';

type About = Pick<Waiting, 'hace' | 'tipo' | 'persona' | '_id'>;

const OF_A_PERSON = {
  crear: 'Libreta nueva',
  reemplazar: 'Cambio de sus datos',
  eliminar: 'Libreta eliminada',
} as const;

const OF_A_RECORD = { crear: 'nuevo registro', reemplazar: 'cambio', eliminar: 'registro eliminado' } as const;

/** `Libreta nueva`, `Control: nuevo registro` */
export function whatOf({ tipo, hace }: About): string {
  const { parent, titles } = definitionOf(tipo);
  return parent ? `${titles.short}: ${OF_A_RECORD[hace]}` : OF_A_PERSON[hace];
}

/** Of whom nothing is known here any more. */
export const NOBODY = 'Sin nombre';

/** Whose booklet it is, and the section that it stands in. */
export function placeOf({ tipo, persona }: About): { kind: string; persona: string; section: string } {
  const { key, parent } = definitionOf(tipo);
  return { kind: parent?.record ?? key, persona, section: parent ? key : '' };
}

/** Whether there is somebody to be looked at: whoever is deleted is not shown any more. */
export const isThere = ({ hace, _id, persona }: About) => hace !== 'eliminar' || _id !== persona;

/** Why the server has not taken it, one sentence for each problem, by the labels that forms have. */
export function reasonsOf({ tipo, respuesta }: Waiting): readonly string[] {
  const { message } = respuesta ?? {};
  if (!Array.isArray(message)) return message ? [message] : [];
  const { fields } = definitionOf(tipo);
  return message.map(({ msg, path }) => {
    const label = new Map(Object.entries(fields)).get(path)?.label;
    return label ? `${label}: ${msg}` : msg;
  });
}
