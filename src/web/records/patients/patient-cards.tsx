import { Link } from '@tanstack/react-router';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';
import { SelectBox } from '#web/records/handover/lazy-select-box.ts';
import type { Selection } from '#web/records/handover/selection.ts';
import { WaitingCloud } from '#web/records/lists/waiting-cloud.tsx';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { cardParts } from './patient-columns.ts';
import { type PatientKind, personName } from './patient-kind.ts';
import { PdfButton } from './pdf-button.tsx';

interface PatientCardsProps {
  kind: PatientKind;
  rows: Row[];
  selection: Selection | null;
}

/** The list of a phone: the whole card leads to the person. */
export function PatientCards({ kind, rows, selection }: PatientCardsProps) {
  const { line, facts } = cardParts(kind);
  return (
    <CardList>
      {rows.map((row) => (
        <ListedCard
          key={row._id}
          title={
            <>
              <Link {...kind.panel(row._id)}>{personName(kind, row)}</Link>
              <WaitingCloud id={row._id} />
            </>
          }
          leads
        >
          {selection && <SelectBox selection={selection} id={row._id} name={personName(kind, row)} />}
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
