import { useId } from 'react';
import classes from './chart.module.css';

interface RingPart {
  key: string;
  value: number;
  color: string;
}

interface RingChartProps {
  /** The text alternative of the drawing. */
  description: string;
  parts: readonly RingPart[];
  /** The value of the whole ring: the sum of the parts, or more. */
  whole: number;
  /** The large text in the middle. */
  figure: string;
  caption: string;
  /** `radial`: one rounded arc over a grey ring. `donut`: parts side by side with a gap. */
  kind: 'radial' | 'donut';
}

/** Leaves room for words beside it on a phone. */
const SIZE = 144;
const MIDDLE = SIZE / 2;
const LOOKS = { radial: { radius: 60, width: 15, gap: 0 }, donut: { radius: 56, width: 26, gap: 4 } };
/** A longer figure is written smaller, to stay within the ring. */
const SHORT_FIGURE = 6;

export function RingChart({ description, parts, whole, figure, caption, kind }: RingChartProps) {
  const id = useId();
  const { radius, width, gap } = LOOKS[kind];
  const around = 2 * Math.PI * radius;
  const drawn = parts.filter(({ value }) => value > 0);
  const space = drawn.length > 1 ? gap : 0;
  const before = (index: number) => drawn.slice(0, index).reduce((sum, { value }) => sum + value, 0);
  return (
    <svg
      className={classes.chart}
      data-fluid
      width={SIZE}
      height={SIZE}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-labelledby={id}
    >
      <title id={id}>{description}</title>
      <circle cx={MIDDLE} cy={MIDDLE} r={radius} className={classes.track} strokeWidth={width} fill="none" />
      {drawn.map(({ key, value, color }, index) => (
        <circle
          key={key}
          cx={MIDDLE}
          cy={MIDDLE}
          r={radius}
          fill="none"
          stroke={color}
          strokeWidth={width}
          strokeLinecap={kind === 'radial' && value < whole ? 'round' : 'butt'}
          strokeDasharray={`${Math.max(0.1, (value / whole) * around - space)} ${around}`}
          transform={`rotate(${(before(index) / whole) * 360 - 90} ${MIDDLE} ${MIDDLE})`}
        />
      ))}
      <text
        x={MIDDLE}
        y={MIDDLE + 5}
        textAnchor="middle"
        className={classes.whole}
        style={figure.length > SHORT_FIGURE ? { fontSize: 'var(--mantine-font-size-md)' } : undefined}
      >
        {figure}
      </text>
      <text x={MIDDLE} y={MIDDLE + 23} textAnchor="middle">
        {caption}
      </text>
    </svg>
  );
}
