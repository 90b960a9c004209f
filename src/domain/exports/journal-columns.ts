import type { JournalEntry } from '../calls/journal.ts';
import { describeChanges } from '../journal/describe-change.ts';
import { ACTIONS, ENTRY_KINDS } from '../journal/journal.ts';
import type { ExportColumn } from './columns.ts';

const column = (name: string, label: string, width: number): ExportColumn => ({ name, label, width, isDate: false });

export const JOURNAL_COLUMNS: readonly ExportColumn[] = [
  column('cuando', 'Cuándo (UTC)', 26),
  column('quien', 'Quién', 30),
  column('cedula', 'Cédula', 14),
  column('accion', 'Qué hizo', 22),
  column('tipo', 'Tipo', 26),
  column('registro', 'Registro', 38),
  column('persona', 'Persona', 38),
  column('nombre', 'Nombres y Apellidos', 36),
  column('cambios', 'Cambios', 80),
  column('direccion', 'Dirección', 20),
  column('equipo', 'Equipo', 26),
  column('solicitud', 'Solicitud', 38),
];

export function journalCells({ quien, accion, tipo, cambios, ...entry }: JournalEntry): string[] {
  const { cuando, registro, persona, nombre, direccion, equipo, solicitud } = entry;
  const changes = describeChanges(tipo, cambios).map(
    ({ label, antes, despues, descartado }) =>
      `${label}: ${antes} → ${despues}${descartado === undefined ? '' : ` (se descartó: ${descartado})`}`,
  );
  return [
    cuando,
    quien ? `${quien.nombre} ${quien.apellido}`.trim() : '',
    quien?.cedula ?? '',
    ACTIONS[accion],
    ENTRY_KINDS[tipo] ?? tipo,
    registro ?? '',
    persona ?? '',
    nombre ?? '',
    changes.join('; '),
    direccion ?? '',
    equipo ?? '',
    solicitud ?? '',
  ];
}
