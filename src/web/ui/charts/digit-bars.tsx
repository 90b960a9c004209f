import classes from './chart.module.css';

const [BAR, GAP, HEIGHT, LABELS] = [20, 6, 84, 18];
/** Shares above this, in percent, reach the top; each of ten even digits has 10. */
const TOP_AT_LEAST = 20;
const EVEN = 10;

interface DigitBarsProps {
  /** The shares of the digits 0–9, in percent. */
  shares: readonly number[];
  /** For those who do not see the bars. */
  description: string;
}

/** Ten bars, one per final digit, with a line at the share that each would have if all were equally frequent. */
export function DigitBars({ shares, description }: DigitBarsProps) {
  const top = Math.max(TOP_AT_LEAST, ...shares);
  const width = shares.length * (BAR + GAP);
  const y = (share: number) => HEIGHT - (share / top) * HEIGHT;
  return (
    <svg
      className={classes.chart}
      data-fluid
      role="img"
      aria-label={description}
      width={width}
      height={HEIGHT + LABELS}
      viewBox={`0 0 ${width} ${HEIGHT + LABELS}`}
    >
      {shares.map((share, digit) => {
        const x = digit * (BAR + GAP) + GAP / 2;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the digit
          <g key={digit}>
            <rect x={x} y={y(share)} width={BAR} height={HEIGHT - y(share)} rx={2} fill="var(--chart-peso)" />
            <text x={x + BAR / 2} y={HEIGHT + LABELS - 4} textAnchor="middle">
              ,{digit}
            </text>
          </g>
        );
      })}
      <line x1={0} x2={width} y1={y(EVEN)} y2={y(EVEN)} stroke="var(--ink-3)" strokeDasharray="4 3" />
    </svg>
  );
}
