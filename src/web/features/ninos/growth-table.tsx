import '@mantine/core/styles/Table.layer.css';
import { Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { showNumber, showValue } from '#domain/fields/index.ts';
import { roundTo } from '#domain/growth/lms.ts';
import { showScore, type TrajectoryStep } from '#domain/growth/trajectory.ts';
import { control } from '#domain/records/control.ts';
import type { GrowthPoint } from '#web/ui/charts/growth-chart.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import type { GrowthCurve } from './growth-curves.ts';
import classes from './growth-section.module.css';
import type { ControlRow } from './use-trajectory.ts';

/** A point of the curve with its control. */
export interface MeasuredPoint extends GrowthPoint {
  corrected: number | null;
  step: TrajectoryStep<ControlRow>;
}

interface GrowthTableProps {
  curve: GrowthCurve;
  /** In order of age. */
  points: readonly MeasuredPoint[];
  heading: string;
}

const { fecha, edad } = control.fields;

/** A change with its sign: "+0,20", "−0,10", "igual". */
function signed(by: number, decimals: number): string {
  if (by === 0) return 'igual';
  return `${by > 0 ? '+' : '−'}${showNumber(Math.abs(by), decimals)}`;
}

/** The values of a curve, the latest first, each with its change since the previous control. */
export function GrowthTable({ curve, points, heading }: GrowthTableProps) {
  const { score: key, title, decimals } = curve;
  const hasUncorrected = points.some(({ step }) => step.uncorrected);
  const scored = points.some(({ step }) => step.evaluation?.scores[key]);
  const warned = points.flatMap(
    ({
      step: {
        control: { fecha: day },
        warnings,
      },
    }) => warnings.filter(({ about }) => about === key).map(({ sentence }) => ({ day, sentence })),
  );
  return (
    <div>
      <Table
        className={classes.table ?? ''}
        fz="sm"
        tabularNums
        horizontalSpacing="2xs"
        verticalSpacing="xs"
        borderColor="var(--line)"
        aria-label={`${title}: las mismas cifras`}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{fecha.label}</Table.Th>
            <Table.Th>{`${edad.label} (${edad.unit})`}</Table.Th>
            <Table.Th>{heading}</Table.Th>
            <Table.Th>Cambio</Table.Th>
            {scored && <Table.Th>DE (OMS)</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points
            .map((point, index) => ({ ...point, before: points[index - 1] }))
            .toReversed()
            .map(({ key: id, y, step, before, corrected }) => {
              const score = step.evaluation?.scores[key];
              const uncorrected = step.uncorrected?.scores[key];
              const zChange = step.zChange[key];
              return (
                <Table.Tr key={id}>
                  <Table.Td>{showValue(fecha, step.control.fecha)}</Table.Td>
                  <Table.Td>
                    {step.control.edad ?? '–'}
                    {corrected !== null && <small>corr. {showNumber(corrected, 1)}</small>}
                  </Table.Td>
                  <Table.Td>{showNumber(y, decimals)}</Table.Td>
                  <Table.Td>{before ? signed(roundTo(y - before.y, decimals), decimals) : '–'}</Table.Td>
                  {scored && (
                    <Table.Td>
                      {score ? showScore(score.z) : '–'}
                      {zChange !== null && <small>{signed(zChange, 2)}</small>}
                      {uncorrected && <small>({showScore(uncorrected.z)})</small>}
                    </Table.Td>
                  )}
                </Table.Tr>
              );
            })}
        </Table.Tbody>
      </Table>
      {(points.length > 1 || hasUncorrected) && (
        <Text size="xs" c="dimmed" mt="xs" mx="2xs">
          {points.length > 1 && 'El cambio es desde el control anterior.'}
          {hasUncorrected &&
            ' «corr.» es la edad corregida en meses, con la que se calculan las DE. Debajo de cada DE está su cambio y, entre paréntesis, la DE sin corregir la edad.'}
        </Text>
      )}
      {warned.length > 0 && (
        <Callout tone="warn" icon={<IconAlertTriangle size={18} aria-hidden />} mt="sm">
          <ul aria-label="Atención">
            {warned.toReversed().map(({ day, sentence }) => (
              <li key={`${day} ${sentence}`}>
                <b>{showValue(fecha, day)}</b> {sentence}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
