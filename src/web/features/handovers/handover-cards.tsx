import { showInstantMinute } from '#domain/calendar.ts';
import type { Handover } from '#domain/calls/handover.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { Booklets, reasonOf } from './handover-facts.tsx';

/** What was handed over, on a phone. */
export function HandoverCards({ rows }: { rows: Handover[] }) {
  return (
    <CardList>
      {rows.map((row) => (
        <ListedCard key={row._id} title={`De ${accountName(row.de)} a ${accountName(row.a)}`}>
          <p>{showInstantMinute(row.cuando)}</p>
          <p>
            <Booklets row={row} />
          </p>
          <p>{reasonOf(row)}</p>
          <p>Por {accountName(row.por)}</p>
        </ListedCard>
      ))}
    </CardList>
  );
}
