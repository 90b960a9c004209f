import { Stack, Text, Title } from '@mantine/core';
import { IconCalendarDue, IconDroplet, IconVaccine } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  APPOINTMENTS_TITLE,
  type Appointment,
  type AppointmentGroup,
  appointmentGroups,
  withSince,
} from '#domain/visit/appointment.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import classes from './next-appointments.module.css';

/** The dates that are shown at once. */
const FIRST = 3;

const ICONS = { control: IconCalendarDue, vacuna: IconVaccine, hemoglobina: IconDroplet } satisfies Record<
  Appointment['kind'],
  unknown
>;

function Times({ groups }: { groups: readonly AppointmentGroup[] }) {
  return (
    <ol className={classes.times}>
      {groups.map(({ time, when, appointments }) => (
        <li key={time} data-due={when === 'due' || undefined}>
          <h3>{time}</h3>
          <ul>
            {appointments.map((one) => {
              const Icon = ICONS[one.kind];
              return (
                <li key={one.name}>
                  <Icon size={18} aria-hidden />
                  <span>{withSince(one.name, one)}</span>
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
}

interface NextAppointmentsProps {
  /** In order; undefined while records are loading. */
  appointments: readonly Appointment[] | undefined;
  /** The records that they follow from. */
  records: readonly UseQueryResult<Row[]>[];
  /** The text without appointments. */
  empty: string;
}

/** What a family comes for next, under large dates; what is due stands first. */
export function NextAppointments({ appointments, records, empty }: NextAppointmentsProps) {
  const failed = records.find((query) => !query.data && hasFailed(query));
  const groups = appointments && appointmentGroups(appointments);
  const further = groups?.slice(FIRST) ?? [];
  return (
    <Card as="section" aria-label={APPOINTMENTS_TITLE} className={classes.card ?? ''} aria-busy={!groups && !failed}>
      <Stack gap="xs">
        <Title order={2} size="md">
          {APPOINTMENTS_TITLE}
        </Title>
        {!groups && failed && <Retry query={failed} of={APPOINTMENTS_TITLE} />}
        {groups?.length === 0 && <Text size="sm">{empty}</Text>}
        {groups && groups.length > 0 && <Times groups={groups.slice(0, FIRST)} />}
        {further.length > 0 && (
          <details>
            <summary>Fechas siguientes</summary>
            <Times groups={further} />
          </details>
        )}
      </Stack>
    </Card>
  );
}
