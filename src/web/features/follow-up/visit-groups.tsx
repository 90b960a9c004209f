import { Box, Group, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { groupByCommunity } from '#domain/follow-up/communities.ts';
import { CardList } from '#web/ui/shapes/card-list.tsx';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { VisitCard } from './visit-card.tsx';

interface VisitGroupsProps {
  rows: readonly VisitRow[];
  /** Whether these are all visits; the number of a community is only true then. */
  isWhole: boolean;
}

function countText(count: number, isWhole: boolean): string {
  if (!isWhole) return `${count} en esta lista`;
  return count === 1 ? '1 visita' : `${count} visitas`;
}

/** Visits by community; its name stays in view while its cards scroll. */
export function VisitGroups({ rows, isWhole }: VisitGroupsProps) {
  return groupByCommunity(rows).map(({ key, name, rows: visits }) => (
    <Box key={key} mb="xs">
      <Group
        component="h2"
        wrap="nowrap"
        gap="xs"
        h="var(--touch)"
        pos="sticky"
        top="var(--header)"
        bg="var(--ground)"
        fz="sm"
        style={{ zIndex: 2 }}
      >
        <IconMapPin size={20} aria-hidden />
        <Text span inherit truncate flex={1} miw={0}>
          {name}
        </Text>{' '}
        <ToneBadge tone="brand">{countText(visits.length, isWhole)}</ToneBadge>
      </Group>
      <CardList>
        {visits.map((row) => (
          <VisitCard key={row._id} row={row} />
        ))}
      </CardList>
    </Box>
  ));
}
