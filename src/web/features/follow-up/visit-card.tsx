import { Group, Text, Title } from '@mantine/core';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { PickButton } from '#web/records/my-day/pick-button.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import { laterDates } from './next-dates.tsx';
import { ContactActions, VisitLink } from './visit-actions.tsx';
import { BriefReasons } from './visit-reasons.tsx';
import { ageOf, nameOf, pickedChild } from './visited-child.ts';

export const DENSE = { padding: 'var(--mantine-spacing-xs) var(--mantine-spacing-sm)' };

/** A child's name, which leads to the booklet, in three lines at most. */
export function ChildName({ child, order }: { child: Pick<VisitRow, '_id' | 'nombres' | 'apellidos'>; order: 2 | 3 }) {
  return (
    <Title order={order} flex={1} miw={0} size="sm" lh={1.2}>
      <TextLink {...toChild(child._id)} underline="never" inherit c="inherit" data-touch>
        <Text span inherit lineClamp={3}>
          {nameOf(child)}
        </Text>
      </TextLink>
    </Title>
  );
}

/** A visit on a phone, at most 150 px high at 360 px. */
export function VisitCard({ row }: { row: VisitRow }) {
  const child = pickedChild(row);
  return (
    <Card as="li" style={DENSE}>
      <Group gap={0} wrap="nowrap" align="flex-start">
        <ChildName child={row} order={3} />
        <PickButton child={child} />
        <ContactActions child={child} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Text span size="xs" lh={1.2} c="var(--ink-2)" lineClamp={2}>
          {[ageOf(row), laterDates(row)].filter(Boolean).join(' · ')}
        </Text>
        <StatusBadge status={row.estado} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <BriefReasons row={row} />
        <VisitLink id={row._id} />
      </Group>
    </Card>
  );
}
