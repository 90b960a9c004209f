import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/records/row.ts';
import { cardParts } from './patient-columns.ts';
import { type PatientKind, personName } from './patient-kind.ts';
import classes from './patient-list.module.css';
import { PdfButton } from './pdf-button.tsx';

/** The list of a phone: the whole card leads to the person. */
export function PatientCards({ kind, rows }: { kind: PatientKind; rows: Row[] }) {
  const { line, facts } = cardParts(kind);
  return (
    <ul className={classes.cards}>
      {rows.map((row) => (
        <li key={row._id} className={classes.card}>
          <h2>
            <Link {...kind.panel(row._id)}>{personName(kind, row)}</Link>
          </h2>
          <p>
            {line
              .map((name) => fieldOf(row, name))
              .filter(Boolean)
              .join(' · ')}
          </p>
          <dl>
            {facts.map(({ label, show }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{show(row)}</dd>
              </div>
            ))}
          </dl>
          <PdfButton kind={kind} row={row} variant="subtle" />
          <IconChevronRight size={20} className={classes.chevron} aria-hidden />
        </li>
      ))}
    </ul>
  );
}
