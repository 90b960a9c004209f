import { IconAlertTriangle, IconCalendarDue, IconTrendingDown, IconVaccine } from '@tabler/icons-react';
import { showAge, today } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { VISIT_REASONS, type VisitReason } from '#domain/follow-up/visits.ts';
import classes from './visit-facts.module.css';

const ICONS = {
  cruce: IconTrendingDown,
  desnutricion: IconAlertTriangle,
  control: IconCalendarDue,
  vacunas: IconVaccine,
} satisfies Record<VisitReason, unknown>;
const URGENT: readonly VisitReason[] = ['cruce', 'desnutricion'];

/** Why somebody should go: one line for each reason, the most urgent first. */
export function Reasons({ row }: { row: VisitRow }) {
  return (
    <ul className={classes.reasons}>
      {row.motivos.map(({ motivo, texto }) => {
        const Icon = ICONS[motivo];
        return (
          <li key={motivo} data-urgent={URGENT.includes(motivo) || undefined}>
            <Icon size={18} aria-hidden />
            <span>
              <strong>{VISIT_REASONS[motivo]}.</strong> {texto}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export const nameOf = ({ nombres, apellidos }: VisitRow) => `${nombres} ${apellidos}`.trim().toLocaleUpperCase('es');
export const ageOf = ({ fechanacimiento }: VisitRow) =>
  fechanacimiento ? showAge(fechanacimiento, today()) : 'Sin fecha de nacimiento';
export const placeOf = ({ provincia, canton }: VisitRow) => [provincia, canton].filter(Boolean).join(', ');
export const responsibleOf = ({ responsable }: VisitRow) => `${responsable.nombre} ${responsable.apellido}`;
