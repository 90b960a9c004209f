import type { ReferenceLine } from '#domain/growth/reference-lines.ts';

interface ReferenceLinesProps {
  lines: readonly ReferenceLine[];
  x: (months: number) => number;
  y: (value: number) => number;
  /** The x position of the labels. */
  right: number;
  short: boolean;
  /** The band is drawn below the grid, the lines above it. */
  part: 'band' | 'lines';
}

const BAND = 2;
const NEAR = { stroke: 'var(--chart-sd2)' };
const FAR = { stroke: 'var(--chart-sd3)', strokeDasharray: '3 3' };

/** The reference curves with their labels, and the band from −2 to +2. */
export function ReferenceLines({ lines, x, y, right, short, part }: ReferenceLinesProps) {
  const places = (points: ReferenceLine['points']) => points.map((point) => `${x(point.x)} ${y(point.y)}`);
  if (part === 'band') {
    const edges = lines.filter(({ z }) => Math.abs(z) === BAND).map(({ points }) => points);
    const [upper, lower] = edges;
    if (!upper || !lower) return null;
    return (
      <g fill="var(--chart-band)">
        <path d={`M${places(upper).join('L')}L${places(lower.toReversed()).join('L')}Z`} />
      </g>
    );
  }
  return lines.map(({ z, label, points }) => (
    <g key={z} data-sd={label}>
      <path d={`M${places(points).join('L')}`} fill="none" strokeWidth={1.25} {...(Math.abs(z) > BAND ? FAR : NEAR)} />
      <text x={right + 6} y={y(points.at(-1)?.y ?? 0)} dy="0.35em">
        {short ? label : `${label} DE`}
      </text>
    </g>
  ));
}
