import { Group, Text } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { today } from '#domain/calendar.ts';
import { nextOfDay } from '#domain/device/my-day.ts';
import { classOfScreening, TOO_YOUNG_FOR_CLASS } from '#domain/haemoglobin/anemia-class.ts';
import { anemia } from '#domain/records/anemia.ts';
import { control } from '#domain/records/control.ts';
import type { nino } from '#domain/records/nino.ts';
import { fieldOf } from '#domain/records/row.ts';
import { vacuna } from '#domain/records/vacuna.ts';
import { childAppointments } from '#domain/visit/appointments.ts';
import { growthOutcome } from '#domain/visit/growth-change.ts';
import { motherSentence } from '#domain/visit/mother-sentence.ts';
import { nextVisit } from '#domain/visit/next-visit.ts';
import { NINO } from '#web/features/ninos/kind.ts';
import { useAltitude } from '#web/features/ninos/use-altitude.ts';
import type { Row } from '#web/lib/row.ts';
import { toChildVisit } from '#web/records/booklet/booklet-links.ts';
import { markVisited } from '#web/records/my-day/late-notes.ts';
import { useMyDay } from '#web/records/my-day/use-my-day.ts';
import { SavedFrame } from '#web/records/visit/saved-frame.tsx';
import type { SavedRecord } from '#web/records/visit/visit.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';
import type { VisitStep } from './growth-now.tsx';

export interface SavedVisitProps {
  child: Row;
  records: readonly SavedRecord[];
  /** The child's controls up to that of the visit. */
  steps: readonly VisitStep[];
  day: string;
  /** The child's records before the visit. */
  controls: readonly Row[];
  vaccines: readonly Row[];
  screenings: readonly Row[];
}

const textOf = (row: Row, name: keyof typeof nino.fields) => String(fieldOf(row, name) ?? '');

const ofKind = (records: readonly SavedRecord[], key: string) =>
  records.filter(({ definition }) => definition.key === key).map(({ values }) => values);

function sentenceOf(
  { child, records, steps, day }: SavedVisitProps,
  table: ReturnType<typeof useAltitude>['table'],
): string {
  const now = ofKind(records, control.key).length > 0 ? steps.at(-1) : undefined;
  const birth = textOf(child, 'fechanacimiento');
  const anemic = ofKind(records, anemia.key).filter((values) => {
    const name = table && classOfScreening(table, values, birth);
    return name && name !== 'Sin anemia' && name !== TOO_YOUNG_FOR_CLASS;
  });
  const treatment = anemic.some(({ tratamiento }) => tratamiento === true) ? 'treated' : 'untreated';
  return motherSentence({
    nombres: textOf(child, 'nombres'),
    growth: now
      ? { outcome: growthOutcome(steps), weightChange: now.change.peso, lengthChange: now.change.longitud }
      : null,
    anemia: anemic.length > 0 ? treatment : 'none',
    // A dose that is copied from another booklet was not given on this visit.
    vaccines: ofKind(records, vacuna.key).filter(({ fechaaplicacion }) => fechaaplicacion === day).length,
  });
}

function nextOf({ child, records, controls, vaccines, screenings }: SavedVisitProps) {
  const after = {
    birth: textOf(child, 'fechanacimiento') || null,
    controls: [...controls, ...ofKind(records, control.key)],
    vaccines: [...vaccines, ...ofKind(records, vacuna.key)],
    screenings: [...screenings, ...ofKind(records, anemia.key)],
  };
  return nextVisit(childAppointments(after, today()));
}

/** After a visit to a child, with the next child of the day one tap away. */
export function SavedVisit(props: SavedVisitProps) {
  const { child, records } = props;
  const { table } = useAltitude(child);
  const { visits, visited } = useMyDay();
  const [next] = useState(() => nextOf(props));
  useEffect(() => markVisited(child._id), [child._id]);
  const following = nextOfDay(visits, child._id);
  return (
    <SavedFrame
      kind={NINO}
      row={child}
      records={records}
      tell={{ title: 'Dile a su mamá', sentence: sentenceOf(props, table) }}
      next={next}
    >
      {following && (
        <ButtonLink
          {...toChildVisit(following._id)}
          color="achiote"
          h="3.75rem"
          justify="space-between"
          rightSection={<IconArrowRight size={24} aria-hidden />}
        >
          <span>
            Siguiente de mi día
            <Text span display="block" size="xs">
              {`${following.nombres} ${following.apellidos}`.trim()} · {Math.min(visited + 1, visits.length)} de{' '}
              {visits.length}
            </Text>
          </span>
        </ButtonLink>
      )}
      {!following && visits.length > 0 && (
        <Group gap="2xs" c="var(--ok-fg)" role="status">
          <IconCircleCheck size={20} aria-hidden />
          <Text span inherit size="sm">
            Terminaste las visitas de tu día.
          </Text>
        </Group>
      )}
    </SavedFrame>
  );
}
