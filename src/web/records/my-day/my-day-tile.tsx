import { Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCalendarDue, IconChevronRight, IconRoute, IconTrendingDown, IconVaccine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { VISIT_REASONS } from '#domain/follow-up/reasons.ts';
import { visitCounts } from '#web/lib/booklets/follow-up-api.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { useMyDay } from './use-my-day.ts';

const COUNTED = [
  { motivo: 'cruce', Icon: IconTrendingDown, tone: 'low' },
  { motivo: 'control', Icon: IconCalendarDue, tone: 'brand' },
  { motivo: 'vacunas', Icon: IconVaccine, tone: 'brand' },
] as const;

const BOLD = 'var(--mantine-font-weight-bold)';
const UNKNOWN = '…';
const shown = (count: number | undefined) => count?.toLocaleString('es-EC') ?? UNKNOWN;

/** «Mi día» on the hub: the visits picked for today, and three counts that open Seguimiento filtered. Needs the query client. */
export function MyDayTile() {
  const { visits, visited } = useMyDay();
  const { data: counts } = useQuery(visitCounts({}));
  const summary =
    visits.length > 0
      ? `${visited} de ${visits.length} ${visits.length === 1 ? 'visita hecha' : 'visitas hechas'} hoy`
      : `${shown(counts?.total)} ${counts?.total === 1 ? 'necesita' : 'necesitan'} una visita`;
  return (
    <Card as="section" aria-label="Mi día">
      <TextLink
        to="/seguimiento"
        search={visits.length > 0 ? { vista: 'dia' } : {}}
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
