import { recordDefinitionOf } from '#domain/sync/apply-operations.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';

type About = Pick<PendingOperation, 'hace' | 'tipo' | 'persona' | '_id'>;

const OF_A_PERSON = {
  crear: 'Libreta nueva',
  reemplazar: 'Cambio de sus datos',
  eliminar: 'Libreta eliminada',
} as const;

const OF_A_RECORD = { crear: 'nuevo registro', reemplazar: 'cambio', eliminar: 'registro eliminado' } as const;

/** `Libreta nueva`, `Control: nuevo registro` */
export function operationText({ tipo, hace }: About): string {
  const { parent, titles } = recordDefinitionOf(tipo);
  return parent ? `${titles.short}: ${OF_A_RECORD[hace]}` : OF_A_PERSON[hace];
}

/** Shown if the person's name is not on this device. */
export const NAME_UNKNOWN = 'Sin nombre';

/** The booklet of an operation and its section. */
export function operationPlace({ tipo, persona }: About): { kind: string; persona: string; section: string } {
  const { key, parent } = recordDefinitionOf(tipo);
  return { kind: parent?.record ?? key, persona, section: parent ? key : '' };
}

/** Whether the person's booklet can be opened; after a deletion it cannot. */
export const canOpenBooklet = ({ hace, _id, persona }: About) => hace !== 'eliminar' || _id !== persona;

/** The server's reasons for refusing an operation, with the labels of the fields. */
export function refusalReasons({ tipo, respuesta }: PendingOperation): readonly string[] {
  const { message } = respuesta ?? {};
  if (!Array.isArray(message)) return message ? [message] : [];
  const { fields } = recordDefinitionOf(tipo);
  return message.map(({ msg, path }) => {
    const label = new Map(Object.entries(fields)).get(path)?.label;
    return label ? `${label}: ${msg}` : msg;
  });
}
