import { showInstantMinute } from '#domain/calendar.ts';
import type { DeletedPerson } from '#domain/calls/journal.ts';
import { doerOf } from '#web/records/history/history-entries.tsx';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { DeletedActions, type DeletedDoings } from './deleted-actions.tsx';
import { kindOf, nameOf } from './deleted-words.ts';

/** Who was deleted, on a phone. */
export function DeletedCards({ rows, doings }: { rows: DeletedPerson[]; doings: DeletedDoings }) {
  return (
    <CardList>
      {rows.map((row) => (
        <ListedCard key={row._id} title={nameOf(row)}>
          <p>{[kindOf(row), row.cedula].join(' · ')}</p>
          <Facts
            facts={[
              { label: 'Eliminado', value: showInstantMinute(row.cuando) },
              { label: 'Por', value: doerOf(row) },
              { label: 'Registros', value: row.registros.toLocaleString('es-EC') },
            ]}
          />
          <DeletedActions person={row} doings={doings} />
        </ListedCard>
      ))}
    </CardList>
  );
}
