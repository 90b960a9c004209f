import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { today } from '#domain/calendar.ts';
import { matchVaccines } from '#domain/vaccines/timeline.ts';
import { recordsOfPerson } from '#web/lib/booklets/record-api.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import { RecordSection, type RecordSectionProps } from '#web/records/section/record-section.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { usePrefill } from './use-prefill.ts';
import { VaccineCalendar } from './vaccine-calendar.tsx';

const CALENDAR = 'Calendario de vacunas';

/** A child's vaccines: the calendar, the form and the records. */
export default function VaccineSection(props: RecordSectionProps) {
  const { definition, parentId, birth } = props;
  const query = useQuery(recordsOfPerson(definition, parentId));
  const { data } = query;
  const prefill = usePrefill();
  const timeline = useMemo(() => data && matchVaccines(birth, data, today()), [birth, data]);
  return (
    <RecordSection
      key={definition.key}
      {...props}
      above={(form) => (
        <section aria-labelledby="calendario-vacunas">
          <Stack gap="sm">
            <h2 id="calendario-vacunas">{CALENDAR}</h2>
            {!data && hasFailed(query) && <Retry query={query} of={CALENDAR} />}
            {timeline && <VaccineCalendar timeline={timeline} onRecord={(dose) => void prefill(form, dose)} />}
            {timeline === null && (
              <Note>
                Para mostrar qué vacunas le tocan hace falta la fecha de nacimiento. Por favor,{' '}
                <TextLink from="/ninos/$ninoId" to="." search={{ seccion: 'personal' }}>
                  agrégala en Información Personal
                </TextLink>
                .
              </Note>
            )}
          </Stack>
        </section>
      )}
    />
  );
}
