import { describe, expect, it } from 'vitest';
import { measureAt } from './lms.ts';
import { type CurveKey, referenceLines } from './reference-lines.ts';
import type { Sex } from './who/sexes.ts';
import { loadEveryStandard, type TableName } from './who/standards.ts';

const standards = await loadEveryStandard();

/** "Simplified field tables", z-scores, as the WHO prints them: −3, −2, 0, +2, +3 SD. At 24 months lying, then standing. */
const PRINTED: [CurveKey, Sex, months: number, at: number, lines: number[]][] = [
  ['peso', 'MASCULINO', 0, 0, [2.1, 2.5, 3.3, 4.4, 5]],
  ['peso', 'MASCULINO', 6, 0, [5.7, 6.4, 7.9, 9.8, 10.9]],
  ['peso', 'MASCULINO', 12, 0, [6.9, 7.7, 9.6, 12, 13.3]],
  ['peso', 'MASCULINO', 24, 0, [8.6, 9.7, 12.2, 15.3, 17.1]],
  ['peso', 'MASCULINO', 60, 0, [12.4, 14.1, 18.3, 24.2, 27.9]],
  ['peso', 'FEMENINO', 0, 0, [2, 2.4, 3.2, 4.2, 4.8]],
  ['peso', 'FEMENINO', 6, 0, [5.1, 5.7, 7.3, 9.3, 10.6]],
  ['peso', 'FEMENINO', 12, 0, [6.3, 7, 8.9, 11.5, 13.1]],
  ['peso', 'FEMENINO', 24, 0, [8.1, 9, 11.5, 14.8, 17]],
  ['peso', 'FEMENINO', 60, 0, [12.1, 13.7, 18.2, 24.9, 29.5]],
  ['talla', 'MASCULINO', 0, 0, [44.2, 46.1, 49.9, 53.7, 55.6]],
  ['talla', 'MASCULINO', 12, 0, [68.6, 71, 75.7, 80.5, 82.9]],
  ['talla', 'MASCULINO', 24, 0, [78.7, 81.7, 87.8, 93.9, 97]],
  ['talla', 'MASCULINO', 24, 1, [78, 81, 87.1, 93.2, 96.3]],
  ['talla', 'MASCULINO', 60, 0, [96.1, 100.7, 110, 119.2, 123.9]],
  ['talla', 'FEMENINO', 0, 0, [43.6, 45.4, 49.1, 52.9, 54.7]],
  ['talla', 'FEMENINO', 12, 0, [66.3, 68.9, 74, 79.2, 81.7]],
  ['talla', 'FEMENINO', 24, 0, [76.7, 80, 86.4, 92.9, 96.1]],
  ['talla', 'FEMENINO', 24, 1, [76, 79.3, 85.7, 92.2, 95.4]],
  ['talla', 'FEMENINO', 60, 0, [95.2, 99.9, 109.4, 118.9, 123.7]],
  ['imc', 'MASCULINO', 0, 0, [10.2, 11.1, 13.4, 16.3, 18.1]],
  ['imc', 'MASCULINO', 12, 0, [13.4, 14.4, 16.8, 19.8, 21.6]],
  ['imc', 'MASCULINO', 24, 0, [12.7, 13.6, 15.7, 18.5, 20.3]],
  ['imc', 'MASCULINO', 24, 1, [12.9, 13.8, 16, 18.9, 20.6]],
  ['imc', 'MASCULINO', 60, 0, [12, 12.9, 15.2, 18.3, 20.3]],
  ['imc', 'FEMENINO', 0, 0, [10.1, 11.1, 13.3, 16.1, 17.7]],
  ['imc', 'FEMENINO', 12, 0, [12.7, 13.8, 16.4, 19.6, 21.6]],
  ['imc', 'FEMENINO', 24, 0, [12.1, 13.1, 15.4, 18.4, 20.3]],
  ['imc', 'FEMENINO', 24, 1, [12.4, 13.3, 15.7, 18.7, 20.6]],
  ['imc', 'FEMENINO', 60, 0, [11.6, 12.7, 15.3, 18.8, 21.1]],
  ['perimetro', 'MASCULINO', 0, 0, [30.7, 31.9, 34.5, 37, 38.3]],
  ['perimetro', 'MASCULINO', 12, 0, [42.2, 43.5, 46.1, 48.6, 49.9]],
  ['perimetro', 'MASCULINO', 24, 0, [44.2, 45.5, 48.3, 51, 52.3]],
  ['perimetro', 'FEMENINO', 0, 0, [30.3, 31.5, 33.9, 36.2, 37.4]],
  ['perimetro', 'FEMENINO', 12, 0, [40.8, 42.2, 44.9, 47.6, 49]],
  ['perimetro', 'FEMENINO', 24, 0, [43, 44.4, 47.2, 50, 51.4]],
];

describe('the lines of a curve', () => {
  it.each(PRINTED)(
    'of %s, %s, %i months (%i) equal the printed ones of the WHO',
    (curve, sexo, months, at, printed) => {
      const lines = referenceLines(curve, standards[sexo], 60).toReversed();
      const values = lines.map(({ points }) => points.filter(({ x }) => x === months)[at]?.y ?? Number.NaN);
      for (const [index, value] of values.entries())
        expect(Math.abs(value - Number(printed[index]))).toBeLessThan(0.0515);
    },
  );

  it('are five with labels, and end at the given age', () => {
    const lines = referenceLines('peso', standards.FEMENINO, 24);
    expect(lines.map(({ label }) => label)).toEqual(['+3', '+2', '0', '−2', '−3']);
    for (const { points } of lines) expect([points[0]?.x, points.at(-1)?.x, points.length]).toEqual([0, 24, 55]);
    for (const { points } of referenceLines('talla', standards.MASCULINO, 99)) expect(points.at(-1)?.x).toBe(60);
  });

  it('are for lying children up to 24 months, 0.7 cm above those for standing children', () => {
    const [line] = referenceLines('talla', standards.FEMENINO, 60);
    const [lying, standing] = line?.points.filter(({ x }) => x === 24) ?? [];
    expect(Number(lying?.y) - Number(standing?.y)).toBeCloseTo(0.7, 1);
  });
});

/** Printed tables of weight for length and for height: −3, −2, 0, +2, +3 SD. */
it.each([
  ['wfl', 'MASCULINO', 45, [1.9, 2, 2.4, 3, 3.3]],
  ['wfl', 'MASCULINO', 65, [5.7, 6.2, 7.3, 8.6, 9.4]],
  ['wfl', 'MASCULINO', 110, [14.2, 15.4, 18.3, 21.9, 24.1]],
  ['wfl', 'FEMENINO', 45, [1.9, 2.1, 2.5, 3, 3.3]],
  ['wfl', 'FEMENINO', 80, [7.8, 8.5, 10.1, 12.1, 13.4]],
  ['wfl', 'FEMENINO', 110, [14, 15.3, 18.3, 22.3, 24.7]],
  ['wfh', 'MASCULINO', 65, [5.9, 6.3, 7.4, 8.8, 9.6]],
  ['wfh', 'MASCULINO', 120, [17.1, 18.6, 22.4, 27.2, 30.1]],
  ['wfh', 'FEMENINO', 65, [5.6, 6.1, 7.2, 8.7, 9.7]],
  ['wfh', 'FEMENINO', 120, [17.3, 18.9, 22.8, 28, 31.2]],
] as [TableName, Sex, number, number[]][])(
  '%s, %s, %d cm equals the printed table of the WHO',
  (name, sexo, length, printed) => {
    const { first, rows } = standards[sexo][name];
    const row = rows[length * 10 - first] ?? { l: 1, m: 0, s: 0 };
    for (const [index, z] of [-3, -2, 0, 2, 3].entries())
      expect(Math.abs(measureAt(z, row) - Number(printed[index]))).toBeLessThan(0.0515);
  },
);
