import { Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { showDay } from '#domain/calendar.ts';
import { INDICATORS, type IndicatorKey } from '#domain/growth/indicators.ts';
import { showScore, type TrajectoryStep } from '#domain/growth/trajectory.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { RetryButton } from '#web/ui/feedback/retry.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { type Fact, Facts } from '#web/ui/shapes/facts.tsx';
import { AgeUsed } from './age-used.tsx';
import type { Child } from './child-of.ts';
import { missingDataText } from './growth-missing.tsx';
import { ScoreBadge } from './score-badge.tsx';
import { type ControlRow, useTrajectory } from './use-trajectory.ts';

interface GrowthSummaryProps {
  /** Named in the notice, which stays when another booklet is opened. */
  name: string;
  child: Child;
  controls: UseQueryResult<Row[]>;
}

const TITLE = 'Estándares OMS';
/** Stunting first, because it is the purpose of the booklet. */
const SHOWN: readonly IndicatorKey[] = ['talla', 'peso', 'pesotalla'];

const sentencesOf = ({ warnings, evaluation }: TrajectoryStep) => [
  ...(evaluation?.alerts ?? []),
  ...warnings.map(({ sentence }) => sentence),
];

/** Shows the alerts and warnings of a new control in a notice. */
function useNoticeOfNew(name: string, steps: TrajectoryStep<ControlRow>[] | undefined, waiting: boolean): void {
  const seenIds = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!steps || waiting) return;
    const before = seenIds.current;
    seenIds.current = new Set(steps.map(({ control }) => control._id));
    const added = before ? steps.filter(({ control }) => !before.has(control._id)) : [];
    const message = added.flatMap(sentencesOf).join('\n');
    if (message) notify.warning({ title: `Atención: ${name}`, message });
  }, [name, steps, waiting]);
}

function scoreFact(name: IndicatorKey, step: TrajectoryStep | undefined): Fact {
  const score = step?.evaluation?.scores[name];
  const isTooEarly = step?.edad?.usada === 'ninguna' && name !== 'pesotalla';
  const value = score ? (
    <>
      <Text span fz="lg" fw="var(--mantine-font-weight-bold)">
        {showScore(score.z)}
      </Text>{' '}
      <small>DE</small> <ScoreBadge score={score} />
    </>
  ) : isTooEarly ? (
    'Aún no se compara'
  ) : (
    'Sin dato'
  );
  return { label: INDICATORS[name].short, value };
}

function Frame({ about, children }: { about?: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={TITLE}>
      <Group gap="xs">
        <Title order={2} size="md">
          {TITLE}
        </Title>
        {about && (
          <Text size="xs" c="dimmed" mr="md">
            {about}
          </Text>
        )}
        {children}
      </Group>
    </Card>
  );
}

/** The latest control by the WHO standards, with alerts and warnings. */
export default function GrowthSummary({ name, child, controls }: GrowthSummaryProps) {
  const { steps, waiting, missing } = useTrajectory(child, controls.data);
  useNoticeOfNew(name, steps, waiting);
  const latest = steps?.at(-1);
  const unknown = !steps && hasFailed(controls);
  if (!steps && !unknown) return null;
  if (!latest)
    return (
      <Frame>
        {unknown ? (
          <RetryButton query={controls} of={TITLE} />
        ) : (
          <Text size="sm">Aparecen aquí con el primer control.</Text>
        )}
      </Frame>
    );
  const attention = waiting ? [] : sentencesOf(latest);
  return (
    <Frame about={`Control del ${showDay(latest.control.fecha)}`}>
      <AgeUsed child={child} day={latest.control.fecha} />
      {missing ? (
        <RetryButton query={missing} of={TITLE} />
      ) : waiting || latest.evaluation ? (
        <Facts layout="inline" aria-busy={waiting} facts={SHOWN.map((name) => scoreFact(name, latest))} />
      ) : (
        <Text size="sm">Falta registrar {missingDataText(child)} para comparar.</Text>
      )}
      {attention.length > 0 && (
        <Callout tone="warn" icon={<IconAlertTriangle size={18} aria-hidden />} w="100%">
          <h3>Atención</h3>
          <ul>
            {attention.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Callout>
      )}
    </Frame>
  );
}
