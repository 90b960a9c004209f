import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalendarDue, IconTrendingDown, IconVaccine } from '@tabler/icons-react';
import { today } from '#domain/calendar.ts';
import type { VisitRow } from '#domain/calls/follow-up.ts';
import { briefReasons } from '#domain/follow-up/brief-reasons.ts';
import { VISIT_REASONS, type VisitReason } from '#domain/follow-up/reasons.ts';
import classes from './visit-layout.module.css';

const ICONS = {
  cruce: IconTrendingDown,
  desnutricion: IconAlertTriangle,
  control: IconCalendarDue,
  vacunas: IconVaccine,
} satisfies Record<VisitReason, unknown>;
const URGENT: readonly VisitReason[] = ['cruce', 'desnutricion'];

/** The reasons for a visit, the most urgent first. */
export function Reasons({ row }: { row: VisitRow }) {
  return (
    <ul className={classes.reasons}>
      {row.motivos.map(({ motivo, texto }) => {
        const Icon = ICONS[motivo];
        return (
          <li key={motivo} data-urgent={URGENT.includes(motivo) || undefined}>
            <Icon size={18} aria-hidden />
            <span>
              <strong>{VISIT_REASONS[motivo]}.</strong> {texto}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The reasons in three lines at most. */
export function BriefReasons({ row }: { row: VisitRow }) {
  const reasons = row.motivos.map(({ motivo }) => motivo);
  const brief = briefReasons(reasons, row, today());
  if (!brief) return null;
  const Icon = ICONS[brief.first];
  const color = URGENT.includes(brief.first) ? 'var(--low-fg)' : 'var(--ink)';
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" flex={1} miw={0} c={color}>
      <Icon size={18} aria-hidden />
      <Text size="xs" lh={1.3} lineClamp={3} c="var(--ink-2)">
        <Text span inherit fw="var(--mantine-font-weight-bold)" c={color}>
          {brief.label}
        </Text>
        {brief.detail}
      </Text>
    </Group>
  );
}
