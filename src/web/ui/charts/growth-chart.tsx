import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import type { ReferenceLine } from '#domain/growth/reference-lines.ts';
import classes from './chart.module.css';
import { ChartPoints } from './chart-points.tsx';
import { AGE_TITLE, type Axis, scaleOf, ticksOf, widenAxis } from './chart-scale.ts';
import { LastValue } from './last-value.tsx';
import { ReferenceLines } from './reference-lines.tsx';

export interface GrowthPoint {
  /** Age in months, with a fraction if the day is recorded. */
  x: number;
  /** The age in months at which the point is judged instead, drawn as a cross. */
  corrected?: number | null;
  /** Completed months. */
  months: number;
  y: number;
  key: string;
  /** Lines of the tooltip: age, value, score. */
  textLines: readonly string[];
}

interface GrowthChartProps {
  title: string;
  /** In order of age. */
  points: readonly GrowthPoint[];
  lines?: readonly ReferenceLine[] | undefined;
  xAxis: Axis;
  yAxis: Axis;
  yTitle: string;
  color: string;
  show: (value: number) => string;
  /** Whether the last point is not saved yet: it alone is hollow, and the line to it is dashed. */
  unsaved?: boolean;
}

/** Where the curve passes: the corrected age, if there is one. */
const placeOf = ({ corrected, x }: GrowthPoint): number => corrected ?? x;

/** Ages of different kinds are not joined: the line would run backwards. */
const joins = (before: GrowthPoint | undefined, { corrected }: GrowthPoint): boolean =>
  before !== undefined && (before.corrected == null) === (corrected == null);

const crossAt = (x: number, y: number): string => `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;

const MAX_WIDTH = 650;
const NARROW = 480;
const EDGE = { top: 12, left: 50, bottom: 54 };

/** A child's measurements by age; the axes are the same for all children. */
export function GrowthChart({
  title,
  points,
  lines = [],
  xAxis,
  yAxis,
  yTitle,
  color,
  show,
  unsaved = false,
}: GrowthChartProps) {
  const { ref, width: measured } = useElementSize();
  const titleId = useId();
  const width = Math.min(MAX_WIDTH, measured || MAX_WIDTH);
  const narrow = width < NARROW;
  const height = Math.round(width * (narrow ? 1.06 : 0.68));
  const right = width - (narrow ? 24 : 44);
  const bottom = height - EDGE.bottom;

  const months = narrow ? { ...xAxis, step: xAxis.step * 2 } : xAxis;
  const drawn = [...points, ...lines.flatMap((line) => line.points)];
  const axis = widenAxis(
    yAxis,
    drawn.map((point) => point.y),
  );
  const x = scaleOf(xAxis, EDGE.left, right);
  const y = scaleOf(axis, bottom, EDGE.top);
  const path = (some: readonly GrowthPoint[]) =>
    some
      .map((point, index) => `${joins(some[index - 1], point) ? 'L' : 'M'}${x(placeOf(point))} ${y(point.y)}`)
      .join('');
  const last = points.at(-1);
  const saved = unsaved ? points.slice(0, -1) : points;
  /** The last point where it is saved: a full disc with an edge. */
  const mark = unsaved ? undefined : last;
  const stroke = {
    fill: 'none',
    stroke: color,
    strokeWidth: 3,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  } as const;

  return (
    <div ref={ref} className={classes.box} style={{ maxWidth: MAX_WIDTH }}>
      <svg className={classes.chart} width={width} height={height} role="img" aria-labelledby={titleId}>
        <title
          id={titleId}
        >{`${title}: ${points.length} ${points.length === 1 ? 'control' : 'controles'}${unsaved ? ', el último sin guardar' : '. La tabla tiene las mismas cifras'}.`}</title>
        <ReferenceLines lines={lines} x={x} y={y} right={right} short={narrow} part="band" />
        {ticksOf(axis).map((tick) => (
          <g key={tick}>
            <line x1={EDGE.left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--chart-grid)" />
            <text x={EDGE.left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        <line x1={EDGE.left} x2={right} y1={bottom} y2={bottom} stroke="var(--line-strong)" />
        {ticksOf(months).map((tick) => (
          <text key={tick} x={x(tick)} y={bottom + 18} textAnchor="middle">
            {tick}
          </text>
        ))}
        <text x={(EDGE.left + right) / 2} y={height - 10} textAnchor="middle" className={classes.axisTitle}>
          {AGE_TITLE}
        </text>
        <text
          transform={`translate(14 ${(EDGE.top + bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
          className={classes.axisTitle}
        >
          {yTitle}
        </text>
        <ReferenceLines lines={lines} x={x} y={y} right={right} short={narrow} part="lines" />
        <path d={path(saved)} {...stroke} data-curve />
        {unsaved && <path d={path(points.slice(-2))} {...stroke} strokeDasharray="2 7" />}
        {points.map(
          ({ key, corrected, x: age, y: value }) =>
            corrected != null && (
              <g key={key} stroke={color} data-corrected>
                <line x1={x(corrected)} x2={x(age)} y1={y(value)} y2={y(value)} />
                <path d={crossAt(x(corrected), y(value))} strokeWidth={2} />
              </g>
            ),
        )}
        {points.map((point) => (
          <circle
            key={point.key}
            cx={x(point.x)}
            cy={y(point.y)}
            r={point === last ? 6 : 4.5}
            stroke={point === mark ? 'var(--surface)' : color}
            strokeWidth={point === mark ? 2 : 2.5}
            fill={(point === last) === unsaved ? 'var(--surface)' : color}
          >
            <title>{`${point.months} ${point.months === 1 ? 'mes' : 'meses'}: ${show(point.y)}`}</title>
          </circle>
        ))}
        {last && (
          <LastValue
            x={x(placeOf(last))}
            y={y(last.y)}
            right={width}
            bottom={bottom}
            color={color}
            text={show(last.y)}
          />
        )}
      </svg>
      <ChartPoints
        label={`Controles en la curva de ${yTitle}`}
        width={width}
        points={points.map((point) => ({
          key: point.key,
          textLines: point.textLines,
          left: x(point.x),
          top: y(point.y),
        }))}
      />
    </div>
  );
}
