import { Loader, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { showDay } from '#domain/calendar.ts';
import { showNumber } from '#domain/fields/index.ts';
import { agesText, isCorrected } from '#domain/growth/corrected-age.ts';
import { referenceLines } from '#domain/growth/reference-lines.ts';
import { showScore, type TrajectoryStep } from '#domain/growth/trajectory.ts';
import { hasFailed } from '#web/lib/load-failure.ts';
import type { Row } from '#web/lib/row.ts';
import { ageAxis } from '#web/ui/charts/chart-scale.ts';
import { GrowthChart } from '#web/ui/charts/growth-chart.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Retry, RetryButton } from '#web/ui/feedback/retry.tsx';
import { AgeLegend } from './age-legend.tsx';
import type { Child } from './child-of.ts';
import { type GrowthCurve, measurementsOf } from './growth-curves.ts';
import { GrowthMissing } from './growth-missing.tsx';
import classes from './growth-section.module.css';
import { GrowthTable, type MeasuredPoint } from './growth-table.tsx';
import { type ControlRow, useTrajectory } from './use-trajectory.ts';

const BEFORE_EXPECTED =
  'Los controles de antes de la fecha en que se esperaba su nacimiento no se comparan con las líneas.';

interface GrowthSectionProps {
  curve: GrowthCurve;
  controls: UseQueryResult<Row[]>;
  child: Child;
  /** The group of children: "Niña", "Niño", or both. */
  childrenName: string;
}

/** The tooltip of a point: age and date, value, z-score and class. */
function tooltipLines(
  curve: GrowthCurve,
  { control, evaluation, edad }: TrajectoryStep<ControlRow>,
  child: Child,
  { months, y: value }: { months: number; y: number },
): string[] {
  const score = evaluation?.scores[curve.score];
  return [
    isCorrected(edad)
      ? `${agesText(child, control.fecha)} · ${showDay(control.fecha)}`
      : `${months} ${months === 1 ? 'mes' : 'meses'} · ${showDay(control.fecha)}`,
    `${showNumber(value, curve.decimals)} ${curve.unit}`,
    ...(score ? [`${showScore(score.z)} DE · ${score.className}`] : []),
  ];
}

function pointsOf(curve: GrowthCurve, steps: readonly TrajectoryStep<ControlRow>[], child: Child): MeasuredPoint[] {
  const stepByControl = new Map(steps.map((step) => [step.control._id, step]));
  return measurementsOf(
    curve,
    steps.map(({ control }) => control),
    child,
  ).map((point) => {
    const step = stepByControl.get(point.key) as TrajectoryStep<ControlRow>;
    return { ...point, step, textLines: tooltipLines(curve, step, child, point) };
  });
}

export default function GrowthSection({ curve, controls, child, childrenName }: GrowthSectionProps) {
  const { steps, standards, missing } = useTrajectory(child, controls.data);
  const { title, measure, unit, color, axis, decimals } = curve;
  const points = useMemo(() => pointsOf(curve, steps ?? [], child), [curve, steps, child]);
  const hasCorrected = points.some(({ corrected }) => corrected !== null);
  const [corrects, setCorrects] = useState(true);
  const months = ageAxis(points);
  const lines = useMemo(
    () => standards && referenceLines(curve.score, standards, months.to),
    [curve, standards, months],
  );
  if (!steps && !hasFailed(controls)) return <Loader m="xl" aria-label="Cargando los controles" />;
  const heading = `${measure} (${unit})`;
  return (
    <>
      <h2>{title}</h2>
      {!steps && <Retry query={controls} of={title} height={280} />}
      {steps && points.length === 0 && (
        <EmptyState title="Todavía no hay controles" message="La curva aparece con el primer control que guardes." />
      )}
      {points.length > 0 && (
        <>
          <Stack gap="md" mb="md">
            <Text size="sm" c="dimmed">
              {childrenName}, de 0 a {months.to} meses.
              {lines && ' Líneas de la OMS en desviaciones estándar (DE); la franja va de −2 a +2.'}
            </Text>
            <GrowthMissing child={child} />
            {points.some(({ step }) => step.edad?.usada === 'ninguna') && <Note>{BEFORE_EXPECTED}</Note>}
            {missing && <RetryButton query={missing} of="estándares OMS" />}
          </Stack>
          <div className={classes.columns}>
            <div>
              {hasCorrected && <AgeLegend color={color} corrects={corrects} onChange={setCorrects} />}
              <GrowthChart
                title={title}
                points={corrects ? points : points.map((point) => ({ ...point, corrected: null }))}
                lines={lines}
                xAxis={months}
                yAxis={axis}
                yTitle={heading}
                color={color}
                show={(value) => `${showNumber(value, decimals)} ${unit}`}
              />
            </div>
            <GrowthTable curve={curve} points={points} heading={heading} />
          </div>
        </>
      )}
    </>
  );
}
