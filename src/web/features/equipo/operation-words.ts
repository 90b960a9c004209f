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

/** Shown if the person's name is not on this device. */
export const NOBODY = 'Sin nombre';

/** The booklet of an operation and its section. */
export function placeOf({ tipo, persona }: About): { kind: string; persona: string; section: string } {
  const { key, parent } = definitionOf(tipo);
  return { kind: parent?.record ?? key, persona, section: parent ? key : '' };
}

/** Whether the person's booklet can be opened; after a deletion it cannot. */
export const isThere = ({ hace, _id, persona }: About) => hace !== 'eliminar' || _id !== persona;

/** The server's reasons for refusing an operation, with the labels of the fields. */
export function reasonsOf({ tipo, respuesta }: Waiting): readonly string[] {
  const { message } = respuesta ?? {};
  if (!Array.isArray(message)) return message ? [message] : [];
  const { fields } = definitionOf(tipo);
  return message.map(({ msg, path }) => {
    const label = new Map(Object.entries(fields)).get(path)?.label;
    return label ? `${label}: ${msg}` : msg;
  });
}
