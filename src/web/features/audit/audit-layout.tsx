import { Button } from '@mantine/core';
import { showInstantMinute } from '#domain/calendar.ts';
import type { JournalEntry } from '#domain/calls/journal.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { ACTIONS, ENTRY_KINDS } from '#domain/journal/journal.ts';
import { actorName } from '#web/records/history/history-entries.tsx';
import type { ListLayout } from '#web/ui/table/list-rows.tsx';
import { PersonLink, titleOf } from './entry-words.tsx';

interface DetailButtonProps {
  entry: JournalEntry;
  onOpen: (entry: JournalEntry) => void;
  px?: number;
}

const DetailButton = ({ entry, onOpen, ...padding }: DetailButtonProps) => (
  <Button
    variant="subtle"
    size="sm"
    {...padding}
    aria-haspopup="dialog"
    aria-label={`Ver detalle: ${titleOf(entry)}, ${showInstantMinute(entry.cuando)}`}
    onClick={(event) => {
      event.stopPropagation();
      onOpen(entry);
    }}
  >
    Ver detalle
  </Button>
);

export const auditLayout = (onOpen: (entry: JournalEntry) => void): ListLayout<JournalEntry> => ({
  label: 'Auditoría',
  columns: [
    { name: 'cuando', label: 'Fecha y hora', noWrap: true, show: ({ cuando }) => showInstantMinute(cuando) },
    {
      name: 'quien',
      label: 'Quién',
      show: (entry) => (
        <>
          <b>{actorName(entry)}</b>
          {entry.quien && <div>{entry.quien.cedula}</div>}
        </>
      ),
      onPhone: (entry) => `${actorName(entry)} · ${showInstantMinute(entry.cuando)}`,
    },
    { name: 'accion', label: 'Acción', show: ({ accion }) => ACTIONS[accion] },
    { name: 'tipo', label: 'Tipo', show: ({ tipo }) => ENTRY_KINDS[tipo] ?? tipo },
    {
      name: 'persona',
      label: 'Mujer, niña o niño',
      show: (entry) => <PersonLink entry={entry} />,
      onPhone: (entry) => entry.persona && <PersonLink entry={entry} />,
    },
    { name: 'equipo', label: 'Equipo', show: ({ equipo }) => equipo ?? NOT_AVAILABLE },
    {
      name: '_id',
      label: 'Detalle',
      textAlign: 'right',
      show: (entry) => <DetailButton entry={entry} onOpen={onOpen} />,
      onPhone: (entry) => (
        <div>
          <DetailButton entry={entry} onOpen={onOpen} px={0} />
        </div>
      ),
    },
  ],
  card: { title: titleOf, lines: ['quien'], below: ['persona', '_id'] },
  onOpen,
});
