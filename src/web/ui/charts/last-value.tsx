import classes from './chart.module.css';

interface LastValueProps {
  x: number;
  y: number;
  /** The edges of the chart area. */
  right: number;
  bottom: number;
  color: string;
  text: string;
}

const HEIGHT = 24;
const GAP = 14;
const CHARACTER = 7.4;

export function LastValue({ x, y, right, bottom, color, text }: LastValueProps) {
  const width = text.length * CHARACTER + 20;
  const left = Math.min(x - 8, right - width - 2);
  const below = y + GAP + HEIGHT < bottom;
  const top = below ? y + GAP : y - GAP - HEIGHT;
  return (
    <g>
      <rect x={left} y={top} width={width} height={HEIGHT} rx={6} fill={color} />
      <text x={left + width / 2} y={top + HEIGHT / 2} dy="0.36em" textAnchor="middle" className={classes.lastValue}>
        {text}
      </text>
    </g>
  );
}
