import { Button } from '@mantine/core';
import { showInstantMinute } from '#domain/calendar.ts';
import type { JournalEntry } from '#domain/calls/journal.ts';
import { doerOf } from '#web/records/history/history-entries.tsx';
import { CardList, ListedCard } from '#web/ui/shapes/card-list.tsx';
import { PersonLink, titleOf } from './entry-words.tsx';

interface AuditCardsProps {
  rows: JournalEntry[];
  onOpen: (entry: JournalEntry) => void;
}

/** The journal on a phone. */
export function AuditCards({ rows, onOpen }: AuditCardsProps) {
  return (
    <CardList>
      {rows.map((entry) => (
        <ListedCard key={entry._id} title={titleOf(entry)}>
          <p>
            {doerOf(entry)} · {showInstantMinute(entry.cuando)}
          </p>
          {entry.persona && <PersonLink entry={entry} />}
          <div>
            <Button
              variant="subtle"
              size="sm"
              px={0}
              aria-haspopup="dialog"
              aria-label={`Ver detalle: ${titleOf(entry)}, ${showInstantMinute(entry.cuando)}`}
              onClick={() => onOpen(entry)}
            >
              Ver detalle
            </Button>
          </div>
        </ListedCard>
      ))}
    </CardList>
  );
}
