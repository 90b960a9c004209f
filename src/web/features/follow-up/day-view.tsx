import { Box } from '@mantine/core';
import { useRef } from 'react';
import { vaultState } from '#web/device/shown/open-vault.ts';
import { useStore } from '#web/lib/store.ts';
import { useMyDay } from '#web/records/my-day/use-my-day.ts';
import { HUB_PATH } from '#web/records/patients/patient-kind.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Page, PageHeader } from '#web/ui/page/page.tsx';
import { DayVisits } from './day-visits.tsx';
import { VisitChips } from './visit-chips.tsx';
import type { VisitSearch } from './visit-search.ts';

const CLOSED = 'Lo guardado en este equipo está cerrado: ábrelo para ver a quiénes ya elegiste.';

/** «Mi día»: the children picked for today on this device, in the order of the round. */
export function DayView({ search }: { search: VisitSearch }) {
  const day = useMyDay();
  const { visits, visited, isLoaded } = day;
  const isClosed = useStore(vaultState) === 'closed';
  const heading = useRef<HTMLSpanElement>(null);
  const done = visits.length === 1 ? 'visita hecha' : 'visitas hechas';
  return (
    <Page>
      <PageHeader
        title={
          <span ref={heading} tabIndex={-1}>
            Mi día
          </span>
        }
        description={<span role="status">{`${visited} de ${visits.length} ${done}`}</span>}
        back={<BackLink to={HUB_PATH}>Volver</BackLink>}
      />
      <Box mb="sm">
        <VisitChips search={search} />
      </Box>
      {isClosed && !isLoaded && (
        <Box mb="sm">
          <Note>{CLOSED}</Note>
        </Box>
      )}
      {visits.length > 0 && <DayVisits day={day} onRemoved={() => heading.current?.focus()} />}
      {isLoaded && visits.length === 0 && (
        <EmptyState
          title="Todavía no elegiste a nadie para hoy"
          message="En la lista, toca el calendario de cada niña o niño que vas a visitar. Mañana empiezas de nuevo."
        />
      )}
    </Page>
  );
}
