import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { AGE_AXIS, AGE_TITLE, type Axis, holding, scaleOf, ticksOf } from './chart-scale.ts';
import classes from './growth-chart.module.css';
import { LastValue } from './last-value.tsx';

interface GrowthPoint {
  /** Age in months. */
  x: number;
  y: number;
  key: string;
}

/** What a layer under the child's own line needs to draw itself (reference lines of the WHO). */
interface ChartFrame {
  x: (months: number) => number;
  y: (value: number) => number;
  right: number;
}

interface GrowthChartProps {
  title: string;
  /** In order of age. */
  points: readonly GrowthPoint[];
  yAxis: Axis;
  yTitle: string;
  color: string;
  show: (value: number) => string;
  children?: (frame: ChartFrame) => ReactNode;
}

const MAX_WIDTH = 650;
const NARROW = 480;
const EDGE = { top: 12, left: 50, bottom: 54 };

/** A child's measurements by age, on paper that stays the same from child to child. */
export function GrowthChart({ title, points, yAxis, yTitle, color, show, children }: GrowthChartProps) {
  const { ref, width: measured } = useElementSize();
  const titleId = useId();
  const width = Math.min(MAX_WIDTH, measured || MAX_WIDTH);
  const narrow = width < NARROW;
  const height = Math.round(width * (narrow ? 1.06 : 0.68));
  const right = width - (narrow ? 24 : 40);
  const bottom = height - EDGE.bottom;

  const months = narrow ? { ...AGE_AXIS, step: 4 } : AGE_AXIS;
  const axis = holding(
    yAxis,
    points.map((point) => point.y),
  );
  const x = scaleOf(AGE_AXIS, EDGE.left, right);
  const y = scaleOf(axis, bottom, EDGE.top);
  const line = points.map((point, index) => `${index ? 'L' : 'M'}${x(point.x)} ${y(point.y)}`).join('');
  const last = points.at(-1);

  return (
    <div ref={ref} className={classes.box}>
      <svg className={classes.chart} width={width} height={height} role="img" aria-labelledby={titleId}>
        <title
          id={titleId}
        >{`${title}: ${points.length} ${points.length === 1 ? 'control' : 'controles'}. La tabla tiene las mismas cifras.`}</title>
        {ticksOf(axis).map((tick) => (
          <g key={tick}>
            <line x1={EDGE.left} x2={right} y1={y(tick)} y2={y(tick)} className={classes.grid} />
            <text x={EDGE.left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        <line x1={EDGE.left} x2={right} y1={bottom} y2={bottom} className={classes.ground} />
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
        {children?.({ x, y, right })}
        <path d={line} fill="none" stroke={color} strokeWidth={3} strokeLinejoin="round" strokeLinecap="round" />
        {points.map((point) => (
          <circle
            key={point.key}
            cx={x(point.x)}
            cy={y(point.y)}
            r={point === last ? 6 : 4.5}
            className={classes.point}
            stroke={color}
            fill={point === last ? color : '#fff'}
            data-last={point === last || undefined}
          >
            <title>{`${point.x} meses: ${show(point.y)}`}</title>
          </circle>
        ))}
        {last && (
          <LastValue x={x(last.x)} y={y(last.y)} right={width} bottom={bottom} color={color} text={show(last.y)} />
        )}
      </svg>
    </div>
  );
}
