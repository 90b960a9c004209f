import { Text } from '@mantine/core';
import { showInstantMinute } from '#domain/calendar.ts';
import type { HistoryEntry } from '#domain/calls/journal.ts';
import { ACTIONS } from '#domain/journal/journal.ts';
import { ChangeList } from './change-list.tsx';
import classes from './history-entries.module.css';

/** Whoever did something; what the program does by itself, nobody did, and of whoever was refused nothing is known. */
export const doerOf = ({ quien, accion }: Pick<HistoryEntry, 'quien'> & { accion?: HistoryEntry['accion'] }) =>
  quien ? `${quien.nombre} ${quien.apellido}` : accion === 'rechazar' ? 'Alguien sin identificar' : 'El sistema';

interface HistoryEntriesProps {
  entries: readonly HistoryEntry[];
  /** What a kind of record is called here. */
  kindName: (kind: string) => string;
}

/** What happened, the newest first. */
export function HistoryEntries({ entries, kindName }: HistoryEntriesProps) {
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <h3>
            {ACTIONS[entry.accion]} · {kindName(entry.tipo)}
          </h3>
          <Text size="sm" c="dimmed">
            {doerOf(entry)} · <time dateTime={entry.cuando}>{showInstantMinute(entry.cuando)}</time>
          </Text>
          <ChangeList entry={entry} />
        </li>
      ))}
    </ol>
  );
}
