import { type MouseEvent, useId } from 'react';
import { FILLS, HATCHING, inkOn } from './level-fills.ts';
import { DRAWING, ISLANDS, SHAPES } from './province-shapes.ts';
import type { ShownProvince } from './shown-provinces.ts';

interface ProvinceDrawingProps {
  provinces: readonly ShownProvince[];
  chosen: string | undefined;
  onChoose: (province: string) => void;
}

const LETTERS = {
  fontSize: 'var(--mantine-font-size-2xs)',
  fontWeight: 'var(--mantine-font-weight-medium)',
  // The digits of tables are too wide for small provinces.
  fontVariantNumeric: 'normal',
  paintOrder: 'stroke',
  pointerEvents: 'none',
} as const;

/** The provinces in their shapes, for the eye and the pointer; the tiles are the same for keyboard and screen reader. */
export function ProvinceDrawing({ provinces, chosen, onChoose }: ProvinceDrawingProps) {
  const hatching = useId();
  const drawn = provinces.flatMap((province) => {
    const shape = SHAPES[province.code];
    return shape ? [{ ...province, ...shape, isIslands: province.code === ISLANDS.code }] : [];
  });
  const outlined = drawn.find(({ province }) => province === chosen);
  const choose = ({ target }: MouseEvent) => {
    const shape = target instanceof Element ? target.closest('[data-province]') : null;
    const province = shape?.getAttribute('data-province');
    if (province) onChoose(province);
  };
  return (
    <svg
      viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
      width="100%"
      height="100%"
      cursor="pointer"
      onClick={choose}
      aria-hidden
    >
      <pattern id={hatching} width={8} height={8} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={8} height={8} fill={HATCHING.ground} />
        <path d="M0 0V8" stroke={HATCHING.line} strokeWidth={5} />
      </pattern>
      <g transform={`scale(${1 / DRAWING.steps})`} stroke="var(--line-strong)" strokeWidth={1.5} strokeLinejoin="round">
        {drawn.map(({ province, reading, path, level, isIslands }) => (
          <g key={province} data-province={province}>
            <title>{reading}</title>
            {isIslands && <path d={ISLANDS.frame} fill="var(--surface)" stroke="var(--line)" />}
            <path d={path} fill={level === null ? `url(#${hatching})` : FILLS[level]} />
          </g>
        ))}
        {outlined && (
          <path
            d={outlined.isIslands ? ISLANDS.frame : outlined.path}
            fill="none"
            stroke="var(--mantine-color-achiote-6)"
            strokeWidth={6}
            pointerEvents="none"
          />
        )}
      </g>
      <g style={LETTERS} strokeWidth={2} strokeLinejoin="round">
        {drawn.map(({ province, figure, x, y, level, isIslands }) => (
          <text
            key={province}
            x={x}
            y={y}
            dy="0.35em"
            textAnchor="middle"
            fill={inkOn(isIslands ? null : level)}
            // Keeps a figure readable where it is wider than its province.
            stroke={isIslands || level === null ? 'none' : FILLS[level]}
          >
            {figure}
          </text>
        ))}
      </g>
    </svg>
  );
}
