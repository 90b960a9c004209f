import { ageAtControl, MONTH_DAYS } from '#domain/growth/age.ts';
import { bodyMassIndex } from '#domain/growth/body-mass-index.ts';
import { type Birth, growthAge } from '#domain/growth/corrected-age.ts';
import type { CurveKey } from '#domain/growth/reference-lines.ts';
import { control } from '#domain/records/control.ts';
import type { Axis } from '#web/ui/charts/chart-scale.ts';

type Measure = 'peso' | 'longitud' | 'perimetro';
type Measures = Readonly<Record<Measure | 'edad', number | null>>;

export type CurveControl = Measures & { _id: string; fecha: string };

/** One of the four curves of the booklet, with its axis. */
export interface GrowthCurve {
  key: string;
  title: string;
  measure: string;
  unit: string;
  decimals: number;
  color: string;
  axis: Axis;
  /** The key of the WHO standard. */
  score: CurveKey;
  value: (measures: Measures) => number | null;
}

function measured(name: Measure) {
  const { label, unit, decimals } = control.fields[name];
  return { measure: label, unit, decimals, value: (measures: Measures) => measures[name] };
}

export const GROWTH_CURVES: readonly GrowthCurve[] = [
  {
    key: 'peso-edad',
    title: 'Peso para la edad',
    ...measured('peso'),
    color: 'var(--chart-peso)',
    axis: { from: 2, to: 18, step: 2 },
    score: 'peso',
  },
  {
    key: 'longitud-edad',
    title: 'Longitud o talla para la edad',
    ...measured('longitud'),
    color: 'var(--chart-longitud)',
    axis: { from: 40, to: 100, step: 10 },
    score: 'talla',
  },
  {
    key: 'imc-edad',
    title: 'IMC por edad',
    measure: 'IMC',
    unit: 'kg/m²',
    decimals: 1,
    color: 'var(--chart-imc)',
    axis: { from: 10, to: 22, step: 2 },
    score: 'imc',
    value: ({ peso, longitud }) => bodyMassIndex(peso, longitud),
  },
  {
    key: 'perimetro-edad',
    title: 'Perímetro cefálico por edad',
    ...measured('perimetro'),
    color: 'var(--chart-perimetro)',
    axis: { from: 30, to: 54, step: 4 },
    score: 'perimetro',
  },
];

interface Measured {
  key: string;
  fecha: string;
  months: number;
  x: number;
  /** The corrected age in months; null where it is not used. */
  corrected: number | null;
  y: number;
}

function correctedMonths(child: Birth, fecha: string): number | null {
  const age = growthAge(child, fecha);
  return age?.usada === 'corregida' && age.corregida !== null ? age.corregida / MONTH_DAYS : null;
}

/** Points in order of age, then date. Ages are those of the z-scores: exact from the dates if the birth date is recorded. */
export function measurementsOf(curve: GrowthCurve, controls: readonly CurveControl[], child: Birth): Measured[] {
  const points = controls.flatMap((control): Measured[] => {
    const y = curve.value(control);
    const { _id: key, fecha } = control;
    const age = ageAtControl(control, child.birth);
    return age === null || y === null
      ? []
      : [{ key, fecha, months: age.months, x: age.exact, corrected: correctedMonths(child, fecha), y }];
  });
  return points.sort((one, other) => one.x - other.x || (one.fecha < other.fecha ? -1 : 1));
}
