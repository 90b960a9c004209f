import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './chart.module.css';
import { axisFor, scaleOf, ticksOf } from './chart-scale.ts';
import { isFigureBelow, labelLayout, pointsWithFigure, rotatedLabelHeight, shortLabel } from './line-layout.ts';

export interface LinePoint {
  key: string;
  label: string;
  /** A second line of the label, such as the year; written once for consecutive points. */
  under?: string;
  value: number;
}

interface LineChartProps {
  title: string;
  points: readonly LinePoint[];
  xTitle: string;
  yTitle: string;
  color: string;
  /** Whether the values are counts: then the axis starts at 0 and the area is filled. */
  counts: boolean;
  /** Labels that do not fit are rotated; otherwise some are left out. */
  turnable?: boolean;
  show: (value: number) => string;
  showTick: (value: number) => string;
  /** The text of a point for screen readers: "NOV 2026: 297 controles". */
  reading: (point: LinePoint) => string;
  selected: number;
  onSelect: (index: number) => void;
}

const USUAL_WIDTH = 640;
const EDGE = { top: 26, left: 58, right: 14 };
/** Room for the y axis title, plus LETTER for each character of a tick, in pixels. */
const BESIDE_FIGURES = 36;
const LETTER = 7;
const PLOT = 172;
/** Points closer than this, in pixels, are drawn as small dots. */
const CROWDED = 9;
const FIGURE_HALF = 18;
const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  PageDown: (index) => index - 10,
  PageUp: (index) => index + 10,
  Home: () => 0,
  End: (_index, last) => last,
};

/** A line chart that is one tab stop: arrow keys move between points and a tap selects the nearest. */
export function LineChart(props: LineChartProps) {
  const { title, points, xTitle, yTitle, color, counts, turnable = false, show, showTick, reading } = props;
  const { ref, width: measured } = useElementSize();
  const width = measured || USUAL_WIDTH;
  const last = points.length - 1;
  const selected = Math.min(Math.max(0, props.selected), last);
  const values = points.map(({ value }) => value);
  const labels = points.map(({ label }) => label);
  const axis = axisFor(values, counts, counts ? 1 : 0.5);
  const ticks = ticksOf(axis);
  const longest = Math.max(...ticks.map((tick) => showTick(tick).length));
  const left = Math.max(EDGE.left, BESIDE_FIGURES + longest * LETTER);
  const right = width - EDGE.right;
  const room = (right - left) / Math.max(1, points.length);
  const { every, turned } = labelLayout(labels, room, turnable);
  const below = turned ? rotatedLabelHeight(labels) : points.some(({ under }) => under) ? 38 : 22;
  const bottom = EDGE.top + PLOT;
  const height = bottom + below + 26;

  const y = scaleOf(axis, bottom, EDGE.top);
  const x = (index: number) => left + (index + 0.5) * room;
  const at = points.map(({ value }, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const line = `M${at.join('L')}`;
  const figures = pointsWithFigure(values, room);
  const figureY = (index: number) => {
    const point = y(values[index] ?? 0);
    return isFigureBelow(values, index) && point + 24 < bottom ? point + 20 : point - 10;
  };
  /** Figures at either end are aligned inwards, to stay clear of the axis and the edge. */
  const anchorOf = (index: number) => {
    if (x(index) - left < FIGURE_HALF) return 'start';
    return width - x(index) < FIGURE_HALF ? 'end' : 'middle';
  };
  // Counted from the end, so that the latest month is always labelled.
  const isLabelled = (index: number) => (last - index) % every === 0;
  const underShown = (index: number) => {
    const before = points.slice(0, index).findLast((_point, other) => isLabelled(other));
    return before?.under === points[index]?.under ? undefined : points[index]?.under;
  };

  const choose = (index: number) => props.onSelect(Math.min(Math.max(0, index), last));
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    choose(step(selected, last));
  };
  const point = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(Math.floor((((event.clientX - box.left) / box.width) * width - left) / room));
  };
  const current = points[selected];
  return (
    <div
      ref={ref}
      className={classes.box}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={selected + 1}
      aria-valuetext={current ? reading(current) : ''}
      onKeyDown={press}
      onPointerDown={point}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') point(event);
      }}
    >
      <svg
        className={classes.chart}
        data-fluid
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--chart-grid)" />
            <text x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {showTick(tick)}
            </text>
          </g>
        ))}
        {counts && <path d={`${line}V${bottom}H${x(0)}Z`} fill={color} fillOpacity={0.08} />}
        <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--line-strong)" />
        {points.map(
          ({ key, label }, index) =>
            isLabelled(index) && (
              <g key={key} transform={`translate(${x(index)} ${bottom + (turned ? 12 : 17)})`}>
                <text textAnchor={turned ? 'end' : 'middle'} transform={turned ? 'rotate(-40)' : undefined}>
                  {shortLabel(label)}
                </text>
                {!turned && underShown(index) && (
                  <text y={15} textAnchor="middle">
                    {underShown(index)}
                  </text>
                )}
              </g>
            ),
        )}
        <text x={(left + right) / 2} y={height - 6} textAnchor="middle" className={classes.axisTitle}>
          {xTitle}
        </text>
        <text
          transform={`translate(13 ${(EDGE.top + bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
          className={classes.axisTitle}
        >
          {yTitle}
        </text>
        {current && (
          <line
            data-passing
            x1={x(selected)}
            x2={x(selected)}
            y1={EDGE.top - 6}
            y2={bottom}
            stroke="var(--line-strong)"
            strokeDasharray="3 3"
          />
        )}
        <path
          d={line}
          fill="none"
          stroke={color}
          strokeWidth={room < CROWDED ? 1.5 : 2.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {points.map(({ key, value }, index) => (
          <circle
            key={key}
            cx={x(index)}
            cy={y(value)}
            r={room < CROWDED ? 2 : 4}
            fill={room < CROWDED ? color : 'var(--surface)'}
            stroke={color}
            strokeWidth={room < CROWDED ? 0 : 2}
          />
        ))}
        {points.map(
          ({ key, value }, index) =>
            figures.has(index) && (
              <text key={key} x={x(index)} y={figureY(index)} textAnchor={anchorOf(index)} className={classes.figure}>
                {show(value)}
              </text>
            ),
        )}
        {current && (
          <circle
            data-passing
            cx={x(selected)}
            cy={y(current.value)}
            r={6}
            fill={color}
            stroke="var(--surface)"
            strokeWidth={2}
          />
        )}
      </svg>
    </div>
  );
}
