import { Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCalendarDue, IconChevronRight, IconRoute, IconTrendingDown, IconVaccine } from '@tabler/icons-react';
import type { VisitCounts } from '#domain/calls/follow-up.ts';
import { VISIT_REASONS } from '#domain/follow-up/reasons.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { Card } from '#web/ui/shapes/card.tsx';

const COUNTED = [
  { motivo: 'cruce', Icon: IconTrendingDown, tone: 'low' },
  { motivo: 'control', Icon: IconCalendarDue, tone: 'brand' },
  { motivo: 'vacunas', Icon: IconVaccine, tone: 'brand' },
] as const;

const BOLD = 'var(--mantine-font-weight-bold)';
const UNKNOWN = '…';
const shown = (count: number | undefined) => count?.toLocaleString('es-EC') ?? UNKNOWN;

interface MyDayCardProps {
  /** How many visits are picked for today. */
  visits?: number;
  visited?: number;
  /** By reason; unknown ones are shown as an ellipsis. */
  counts?: VisitCounts | undefined;
}

/** «Mi día» on the hub, also while its numbers load: the visits picked for today, and three counts that open Seguimiento filtered. */
export function MyDayCard({ visits = 0, visited = 0, counts }: MyDayCardProps) {
  const summary =
    visits > 0
      ? `${visited} de ${visits} ${visits === 1 ? 'visita hecha' : 'visitas hechas'} hoy`
      : `${shown(counts?.total)} ${counts?.total === 1 ? 'necesita' : 'necesitan'} una visita`;
  return (
    <Card as="section" aria-label="Mi día">
      <TextLink
        to="/seguimiento"
        search={visits > 0 ? { vista: 'dia' } : {}}
        display="block"
        mih="var(--touch)"
        c="laguna.8"
        underline="never"
      >
        <Group component="span" wrap="nowrap" gap="sm">
          <IconRoute size={24} aria-hidden />
          <Text span inherit flex={1} miw={0} lh={1.25}>
            <VisuallyHidden>Seguimiento:</VisuallyHidden>
            <Text span display="block" size="lg" fw={BOLD}>
              Mi día
            </Text>{' '}
            <Text span display="block" size="sm" c="var(--ink-2)" truncate>
              {summary}
            </Text>
          </Text>
          <IconChevronRight size={20} aria-hidden />
        </Group>
      </TextLink>
      <Group gap="xs" mt="xs" wrap="nowrap" align="stretch">
        {COUNTED.map(({ motivo, Icon, tone }) => (
          <TextLink
            key={motivo}
            to="/seguimiento"
            search={{ motivo }}
            data-tone={counts?.[motivo] ? tone : 'brand'}
            flex={1}
            miw={0}
            px="xs"
            py="2xs"
            bdrs="md"
            bg="var(--tone-bg)"
            c="var(--tone-fg)"
            underline="never"
            lh={1.25}
          >
            <Group component="span" gap="2xs" wrap="nowrap">
              <Icon size={20} aria-hidden />
              <Text span size="xl" fw={BOLD}>
                {shown(counts?.[motivo])}
              </Text>
            </Group>{' '}
            <Text span display="block" size="xs">
              {VISIT_REASONS[motivo]}
            </Text>
          </TextLink>
        ))}
      </Group>
    </Card>
  );
}
