import { MALNOURISHED, NOT_EVALUATED, OVERWEIGHT, type Status } from './status.ts';

/** One band of the programme's table: ages in months and weights in kg, all bounds inclusive; lengths in cm. */
interface Band {
  readonly from: number;
  readonly to: number;
  readonly weight: readonly [number, number];
  readonly length: readonly [number, number];
  /** Below this weight: Desnutrición. Differs from the lower limit only at 15–17 months. */
  readonly malnutritionBelow?: number;
}

/** The programme's reference ranges by age (specification, section 9). */
const BANDS: readonly Band[] = [
  { from: 1, to: 1, weight: [3.3, 5.3], length: [49.6, 59.6] },
  { from: 2, to: 2, weight: [3.2, 7.2], length: [53.1, 63.1] },
  { from: 3, to: 3, weight: [4, 8], length: [56.1, 66.1] },
  { from: 4, to: 4, weight: [4.7, 8.7], length: [58.7, 68.7] },
  { from: 5, to: 5, weight: [5.3, 9.3], length: [60.9, 70.9] },
  { from: 6, to: 6, weight: [5.8, 9.8], length: [62.8, 72.8] },
  { from: 7, to: 7, weight: [6.3, 10.3], length: [64.5, 74.5] },
  { from: 8, to: 8, weight: [6.8, 10.8], length: [66, 76] },
  { from: 9, to: 9, weight: [7.2, 11.2], length: [67.3, 77.3] },
  { from: 10, to: 10, weight: [7.5, 11.5], length: [68.6, 78.6] },
  { from: 11, to: 11, weight: [7.9, 11.9], length: [69.9, 79.9] },
  { from: 12, to: 14, weight: [8.2, 12.2], length: [71.1, 81.1] },
  { from: 15, to: 17, weight: [9.1, 13.2], length: [74, 84], malnutritionBelow: 9.2 },
  { from: 18, to: 23, weight: [9.8, 13.8], length: [77.5, 87.5] },
  { from: 24, to: 24, weight: [10.9, 14.9], length: [83, 93] },
];

const within = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high;

export interface StatusInput {
  edad: number | null;
  peso: number | null;
  longitud: number | null;
}

/** Status by the programme's table: weight decides, but at 15–17 months 9.1–9.2 kg needs a normal length. */
export function malnutritionStatus(control: StatusInput | null): Status {
  if (control === null || control.edad === null || control.peso === null) return NOT_EVALUATED;
  const { edad, peso, longitud } = control;
  const band = BANDS.find(({ from, to }) => edad >= from && edad <= to);
  if (!band) return NOT_EVALUATED;
  if (peso > band.weight[1]) return OVERWEIGHT;
  if (within(peso, band.weight) && longitud !== null && within(longitud, band.length)) return 'Normal';
  return peso < (band.malnutritionBelow ?? band.weight[0]) ? MALNOURISHED : 'Normal';
}
