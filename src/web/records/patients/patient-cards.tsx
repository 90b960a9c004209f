import { Link } from '@tanstack/react-router';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/records/row.ts';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { cardParts } from './patient-columns.ts';
import { type PatientKind, personName } from './patient-kind.ts';
import { PdfButton } from './pdf-button.tsx';

/** The list of a phone: the whole card leads to the person. */
export function PatientCards({ kind, rows }: { kind: PatientKind; rows: Row[] }) {
  const { line, facts } = cardParts(kind);
  return (
    <CardList>
      {rows.map((row) => (
        <ListedCard key={row._id} title={<Link {...kind.panel(row._id)}>{personName(kind, row)}</Link>} leads>
          <p>
            {line
              .map((name) => fieldOf(row, name))
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Facts facts={facts.map(({ label, show }) => ({ label, value: show(row) }))} />
          <PdfButton kind={kind} row={row} variant="subtle" />
        </ListedCard>
      ))}
    </CardList>
  );
}
