import { showInstantMinute } from '#domain/calendar.ts';
import { RETAINED_WHY } from '#domain/calls/operation.ts';
import type { Retained } from '#domain/calls/retained.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { PersonOf, ReviewButton } from './retained-facts.tsx';
import { standingOf, whatOf } from './retained-words.ts';

interface RetainedRowsProps {
  rows: Retained[];
  onReview: (row: Retained) => void;
}

/** What waits for supervision, on a phone. */
export function RetainedCards({ rows, onReview }: RetainedRowsProps) {
  return (
    <CardList>
      {rows.map((row) => (
        <ListedCard key={row._id} title={whatOf(row)}>
          <p>
            <PersonOf row={row} />
          </p>
          <p>{RETAINED_WHY[row.motivo]}</p>
          <p>
            Por {accountName(row.quien)} · {showInstantMinute(row.recibida)}
          </p>
          <p>
            <b>{standingOf(row)}</b>
          </p>
          <ReviewButton row={row} onReview={onReview} />
        </ListedCard>
      ))}
    </CardList>
  );
}
