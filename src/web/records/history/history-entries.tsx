import { Text } from '@mantine/core';
import { showInstantMinute } from '#domain/calendar.ts';
import type { HistoryEntry } from '#domain/calls/journal.ts';
import { ACTIONS } from '#domain/journal/journal.ts';
import { ChangeList } from './change-list.tsx';
import classes from './history-entries.module.css';

/** The name of the actor; the system acts without an account, and a refused request may be unidentified. */
export const actorName = ({ quien, accion }: Pick<HistoryEntry, 'quien'> & { accion?: HistoryEntry['accion'] }) =>
  quien ? `${quien.nombre} ${quien.apellido}`.trim() : accion === 'rechazar' ? 'Alguien sin identificar' : 'El sistema';

interface HistoryEntriesProps {
  entries: readonly HistoryEntry[];
  kindName: (kind: string) => string;
}

export function HistoryEntries({ entries, kindName }: HistoryEntriesProps) {
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <h3>
            {ACTIONS[entry.accion]} · {kindName(entry.tipo)}
          </h3>
          <Text size="sm" c="dimmed">
            {actorName(entry)} · <time dateTime={entry.cuando}>{showInstantMinute(entry.cuando)}</time>
          </Text>
          <ChangeList entry={entry} />
        </li>
      ))}
    </ol>
  );
}
