import { type PointerEvent, useState } from 'react';
import classes from './chart-points.module.css';

interface Point {
  key: string;
  textLines: readonly string[];
  /** In pixels from the top left corner of the chart. */
  left: number;
  top: number;
}

interface ChartPointsProps {
  label: string;
  points: readonly Point[];
  /** Width of the chart, in pixels. */
  width: number;
}

/** The largest distance of the pointer from a point that selects it, in pixels. */
const REACH = 36;
const TOOLTIP_HALF = 96;
const TOOLTIP_HEIGHT = 92;

/** The points of a chart as targets for mouse, touch and keyboard, each with a tooltip. */
export function ChartPoints({ label, points, width }: ChartPointsProps) {
  const [pointed, setPointed] = useState<string | null>(null);
  // A mouse that rests elsewhere must not hide the tooltip of the focused point.
  const [focused, setFocused] = useState<string | null>(null);
  const shown = points.find(({ key }) => key === (pointed ?? focused));
  const close = () => {
    setPointed(null);
    setFocused(null);
  };

  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const distance = (point: Point) => Math.hypot(point.left - (clientX - left), point.top - (clientY - top));
    const nearest = points.toSorted((one, other) => distance(one) - distance(other))[0];
    setPointed(nearest && distance(nearest) <= REACH ? nearest.key : null);
  };

  return (
    <figure
      aria-label={label}
      className={classes.layer}
      onPointerMove={(event) => event.pointerType === 'mouse' && pointAt(event)}
      onPointerUp={pointAt}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setPointed(null)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <ul>
        {points.map((point) => (
          <li key={point.key} style={{ left: point.left, top: point.top }}>
            <span
              role="img"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a press does nothing; the keyboard reaches what the mouse can point at.
              tabIndex={0}
              aria-label={point.textLines.join(', ')}
              className={classes.point}
              onFocus={() => setFocused(point.key)}
              onBlur={() => setFocused(null)}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <div
          role="tooltip"
          className={classes.tooltip}
          data-below={shown.top < TOOLTIP_HEIGHT || undefined}
          style={{ left: Math.min(Math.max(shown.left, TOOLTIP_HALF), width - TOOLTIP_HALF), top: shown.top }}
        >
          {shown.textLines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      )}
    </figure>
  );
}
