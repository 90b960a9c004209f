import { Group, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, IconTrendingUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { showDay } from '#domain/calendar.ts';
import { showNumber } from '#domain/fields/index.ts';
import { INDICATORS, type IndicatorKey } from '#domain/growth/indicators.ts';
import { referenceLines } from '#domain/growth/reference-lines.ts';
import { showScore, type TrajectoryStep, trajectoryOf } from '#domain/growth/trajectory.ts';
import { growthChangeText, VISIT_INDICATORS } from '#domain/visit/growth-change.ts';
import { AgeUsed } from '#web/features/ninos/age-used.tsx';
import type { Child } from '#web/features/ninos/child-of.ts';
import { GROWTH_CURVES, measurementsOf } from '#web/features/ninos/growth-curves.ts';
import { missingDataText } from '#web/features/ninos/growth-missing.tsx';
import { ScoreBadge } from '#web/features/ninos/score-badge.tsx';
import type { useTrajectory } from '#web/features/ninos/use-trajectory.ts';
import { toChild } from '#web/records/booklet/booklet-links.ts';
import { type Axis, ageAxis } from '#web/ui/charts/chart-scale.ts';
import { GrowthChart } from '#web/ui/charts/growth-chart.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { TextLink } from '#web/ui/page/links.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { SectionHead } from '#web/ui/shapes/section-head.tsx';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import type { ProvisionalControl } from './control-part.tsx';

export const GROWTH_ID = 'asi-va-creciendo';
const TITLE = 'Así va creciendo';
/** The key of the point that is not saved yet. */
const TODAY = 'hoy';

export type VisitStep = TrajectoryStep<ProvisionalControl & { readonly _id: string }>;

type Trajectory = Pick<ReturnType<typeof useTrajectory>, 'steps' | 'standards'>;

/** The saved controls and the one that is being typed, compared with the WHO standards and with each other. */
export function useProvisionalSteps(
  child: Child,
  { steps, standards }: Trajectory,
  typed: ProvisionalControl | null,
): VisitStep[] {
  return useMemo(() => {
    const saved = (steps ?? []).map(({ control }) => control);
    const controls = typed ? [...saved, { ...typed, _id: TODAY }] : saved;
    const all = trajectoryOf(controls, child, standards ?? null);
    // A visit that is recorded late is compared with what was before it.
    const at = all.findIndex(({ control }) => control._id === TODAY);
    return at < 0 ? all : all.slice(0, at + 1);
  }, [steps, standards, typed, child]);
}

const DIRECTIONS = {
  up: { icon: IconArrowUpRight, text: 'sube' },
  same: { icon: IconArrowRight, text: 'sigue igual' },
  down: { icon: IconArrowDownRight, text: 'baja' },
} as const;

/** A smaller difference is within the error of measuring. */
const SAME = 0.05;

const directionOf = (change: number | null) =>
  change === null ? null : DIRECTIONS[Math.abs(change) < SAME ? 'same' : change > 0 ? 'up' : 'down'];

export const scoreOf = (step: VisitStep | undefined, key: IndicatorKey) => step?.evaluation?.scores[key] ?? null;

function ScoreRow({ name, now, before }: { name: IndicatorKey; now: VisitStep; before: VisitStep | undefined }) {
  const [score, earlier] = [scoreOf(now, name), scoreOf(before, name)];
  const direction = directionOf(now.zChange[name]);
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" py="2xs">
      <div>
        <Text size="sm">{INDICATORS[name].short}</Text>
        {earlier && (
          <Text size="xs" c="dimmed">
            antes {showScore(earlier.z)}
          </Text>
        )}
      </div>
      {score ? (
        <Group gap="2xs" wrap="nowrap">
          {direction && <direction.icon size={18} aria-label={direction.text} />}
          <Text span fz="lg" fw="var(--mantine-font-weight-bold)">
            {showScore(score.z)}
          </Text>
          <small>DE</small>
          <ScoreBadge score={score} />
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          Sin dato
        </Text>
      )}
    </Group>
  );
}

const CURVE = GROWTH_CURVES.find(({ score }) => score === 'talla');

/** The ages up to a few months after the last point, so that today's piece of the curve can be seen; null where those are all ages. */
function closeAges(points: readonly { x: number }[]): Axis | null {
  const latest = Math.max(...points.map(({ x }) => x));
  const to = Math.max(6, 3 * Math.ceil((latest + 1) / 3));
  return to < ageAxis(points).to ? { from: 0, to, step: to > 12 ? 2 : 1 } : null;
}

const CLOSE_STEP = 5;

/** The length curve with today's point, which is not saved yet. */
function MiniCurve({ steps, child, standards }: Pick<GrowthNowProps, 'steps' | 'child' | 'standards'>) {
  const points = useMemo(() => {
    const controls = steps.map(({ control }) => control);
    if (!CURVE) return [];
    const { decimals, unit } = CURVE;
    return measurementsOf(CURVE, controls, child).map((point) => ({
      ...point,
      textLines: [showDay(point.fecha), `${showNumber(point.y, decimals)} ${unit}`],
    }));
  }, [steps, child]);
  const close = useMemo(() => closeAges(points), [points]);
  const axis = close ?? ageAxis(points);
  const lines = useMemo(() => standards && CURVE && referenceLines(CURVE.score, standards, axis.to), [standards, axis]);
  if (!CURVE || points.length === 0) return null;
  const lowest = Math.min(...[...points, ...(lines ?? []).flatMap((line) => line.points)].map(({ y }) => y));
  const from = CLOSE_STEP * Math.floor(lowest / CLOSE_STEP);
  return (
    <GrowthChart
      title={CURVE.title}
      points={points}
      lines={lines}
      xAxis={axis}
      yAxis={close ? { from, to: from + CLOSE_STEP, step: CLOSE_STEP } : CURVE.axis}
      yTitle={`${CURVE.measure} (${CURVE.unit})`}
      color={CURVE.color}
      show={(value) => `${showNumber(value, CURVE.decimals)} ${CURVE.unit}`}
      unsaved={points.at(-1)?.key === TODAY}
    />
  );
}

interface GrowthNowProps {
  ninoId: string;
  child: Child;
  steps: readonly VisitStep[];
  standards: Trajectory['standards'];
  /** Whether the last step is being typed. */
  typed: boolean;
}

/** What the measures mean, while they are typed and before they are saved. */
export function GrowthNow({ ninoId, child, steps, standards, typed }: GrowthNowProps) {
  const missing = missingDataText(child);
  const [before, now] = [steps.at(-2), steps.at(-1)];
  const attention = typed && now ? [...(now.evaluation?.alerts ?? []), ...now.warnings.map((one) => one.sentence)] : [];
  return (
    <Card as="section" aria-label={TITLE} id={GROWTH_ID} tabIndex={-1}>
      <SectionHead actions={typed && <ToneBadge tone="quiet">Sin guardar</ToneBadge>}>
        <h2>{TITLE}</h2>
      </SectionHead>
      {typed && now ? (
        <div role="status">
          <Group gap="2xs" wrap="nowrap" align="flex-start" my="xs">
            <IconTrendingUp size={20} aria-hidden />
            <Text span size="sm">
              {growthChangeText(steps)}
            </Text>
          </Group>
          <AgeUsed child={child} day={now.control.fecha} />
          {now.evaluation && VISIT_INDICATORS.map((name) => <ScoreRow key={name} {...{ name, now, before }} />)}
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          Escribe el peso y la longitud para ver cómo va.
        </Text>
      )}
      {attention.length > 0 && (
        <Callout tone="warn">
          <ul>
            {attention.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Callout>
      )}
      {missing && (
        <Note>
          Para comparar con los estándares de la OMS, registra {missing} en{' '}
          <TextLink {...toChild(ninoId)} search={{ seccion: 'personal', historial: '' }}>
            Información Personal
          </TextLink>
          .
        </Note>
      )}
      {typed && <MiniCurve steps={steps} child={child} standards={standards} />}
    </Card>
  );
}
