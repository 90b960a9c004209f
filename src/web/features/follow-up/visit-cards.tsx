import { IconChevronRight, IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import frame from '#web/records/patients/patient-list.module.css';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import classes from './follow-up.module.css';
import { ageOf, nameOf, placeOf, Reasons, responsibleOf } from './visit-facts.tsx';

/** The list of a phone: who, why, where, and the number to call. */
export function VisitCards({ rows }: { rows: VisitRow[] }) {
  return (
    <ul className={frame.cards}>
      {rows.map((row) => (
        <li key={row._id} className={frame.card}>
          <h2>
            <Link to="/ninos/$ninoId" params={{ ninoId: row._id }}>
              {nameOf(row)}
            </Link>
          </h2>
          <p>{[ageOf(row), placeOf(row)].filter(Boolean).join(' · ')}</p>
          <div className={classes.badge}>
            <StatusBadge status={row.estado} />
          </div>
          <Reasons row={row} />
          <p>{[row.direccion, responsibleOf(row)].filter(Boolean).join(' · ')}</p>
          {row.celular && (
            <a href={`tel:${row.celular.replaceAll(/[^\d+]/g, '')}`} className={classes.call}>
              <IconPhone size={18} aria-hidden /> Llamar al {row.celular}
            </a>
          )}
          <IconChevronRight size={20} className={frame.chevron} aria-hidden />
        </li>
      ))}
    </ul>
  );
}
