import { Stack } from '@mantine/core';
import { showInstantMinute } from '#domain/calendar.ts';
import type { JournalEntry } from '#domain/calls/journal.ts';
import { NOT_AVAILABLE } from '#domain/fields/index.ts';
import { ChangeList } from '#web/records/history/change-list.tsx';
import { actorName } from '#web/records/history/history-entries.tsx';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { PersonLink, titleOf } from './entry-words.tsx';

interface EntrySheetProps {
  entry: JournalEntry | null;
  onClose: () => void;
}

export default function EntrySheet({ entry, onClose }: EntrySheetProps) {
  const { shown, opened } = useLatestShown(entry);
  return (
    <SideSheet opened={opened} onClose={onClose} title={shown ? titleOf(shown) : ''} closeLabel="Cerrar detalle">
      {shown && (
        <Stack gap="sm">
          <Facts
            layout="rows"
            facts={[
              { label: 'Fecha y hora', value: showInstantMinute(shown.cuando) },
              { label: 'Quién', value: [actorName(shown), shown.quien?.cedula].filter(Boolean).join(' · ') },
              ...(shown.persona ? [{ label: 'Mujer, niña o niño', value: <PersonLink entry={shown} /> }] : []),
              { label: 'Equipo', value: shown.equipo ?? NOT_AVAILABLE },
              { label: 'Dirección', value: shown.direccion ?? NOT_AVAILABLE },
              { label: 'Solicitud', value: shown.solicitud ?? NOT_AVAILABLE },
            ]}
          />
          <section aria-label="Datos">
            <ChangeList entry={shown} />
          </section>
        </Stack>
      )}
    </SideSheet>
  );
}
