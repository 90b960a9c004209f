import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { today } from '#domain/calendar.ts';
import type { GoalFamily } from '#domain/goals/counted-records.ts';
import { type ShownGoal, shownGoals } from '#domain/goals/due-row.ts';
import type { Family } from '#domain/goals/family.ts';
import { goals } from '#web/lib/booklets/goals.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { type Tone, ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { goalSources } from './goal-sources.ts';

const LOOKS: Record<ShownGoal['state'], { tone: Tone; label: string }> = {
  cumplida: { tone: 'ok', label: 'Cumplida' },
  pendiente: { tone: 'warn', label: 'Pendiente' },
  futura: { tone: 'quiet', label: 'Más adelante' },
  vencida: { tone: 'none', label: 'No se cumplió' },
  sinfecha: { tone: 'quiet', label: 'Sin fecha' },
};

function GoalLine({ goal: { nombre, state, texto } }: { goal: ShownGoal }) {
  const { tone, label } = LOOKS[state];
  return (
    <li>
      <Group justify="space-between" gap="2xs" py="2xs">
        <div>
          <Text fw="var(--mantine-font-weight-bold)">{nombre}</Text>
          {state !== 'cumplida' && <Text size="sm">{texto}</Text>}
        </div>
        <ToneBadge tone={tone}>{label}</ToneBadge>
      </Group>
    </li>
  );
}

/** The goals of a family: how many are missing, and until when. */
export function GoalsCard({ para, family }: { para: GoalFamily; family: Family }) {
  const { data = [] } = useQuery(goals);
  const title = useId();
  const shown = shownGoals(data, para, family, today());
  if (shown.length === 0) return null;
  return (
    <Card
      as="section"
      aria-labelledby={title}
      style={{ marginTop: 'var(--mantine-spacing-md)', overflowWrap: 'anywhere' }}
    >
      <Title order={2} size="h3" id={title}>
        Metas
      </Title>
      <RuledList>
        {shown.map((goal) => (
          <GoalLine key={goal._id} goal={goal} />
        ))}
      </RuledList>
      <Text size="xs" c="dimmed">
        {goalSources(shown)}
      </Text>
    </Card>
  );
}
