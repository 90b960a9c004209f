import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarDue, IconDroplet, IconVaccine } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Appointment } from '#domain/visit/appointment.ts';
import {
  APPOINTMENTS_TITLE,
  type AppointmentGroup,
  appointmentGroups,
  withSince,
} from '#domain/visit/appointment-groups.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { Retry } from '#web/ui/feedback/retry.tsx';
import { Card } from '#web/ui/shapes/card.tsx';

/** The dates that are shown at once. */
const FIRST = 3;

const ICONS = { control: IconCalendarDue, vacuna: IconVaccine, hemoglobina: IconDroplet } satisfies Record<
  Appointment['kind'],
  unknown
>;

/** As many dates side by side as there is room for. */
const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
  gap: 'var(--mantine-spacing-md)',
} as const;

function Times({ groups }: { groups: readonly AppointmentGroup[] }) {
  return (
    <Box component="ol" style={COLUMNS}>
      {groups.map(({ time, when, appointments }) => (
        <li key={time}>
          <Title order={3} size="lg" lh={1.25} c={when === 'due' ? 'var(--warn-fg)' : 'laguna.8'}>
            {time}
          </Title>
          <ul>
            {appointments.map((one) => {
              const Icon = ICONS[one.kind];
              return (
                <Group
                  key={one.name}
                  component="li"
                  gap="xs"
                  wrap="nowrap"
                  align="flex-start"
                  mt="2xs"
                  fz="sm"
                  lh={1.35}
                >
                  <Icon size={18} color="var(--ink-3)" style={{ flexShrink: 0 }} aria-hidden />
                  <span>{withSince(one.name, one)}</span>
                </Group>
              );
            })}
          </ul>
        </li>
      ))}
    </Box>
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
    <Box mt="md" mih="9rem">
      <Card as="section" aria-label={APPOINTMENTS_TITLE} aria-busy={!groups && !failed}>
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
    </Box>
  );
}
