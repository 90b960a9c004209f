export const HAEMOGLOBIN_TABLES = ['2011', '2024'] as const;
export type HaemoglobinTable = (typeof HAEMOGLOBIN_TABLES)[number];
export const DEFAULT_HAEMOGLOBIN_TABLE: HaemoglobinTable = '2024';

export interface AltitudeContext {
  /** Metres above sea level; null if unknown. */
  readonly metres: number | null;
  readonly table: HaemoglobinTable;
}

type Bands = readonly (readonly [from: number, gramsPerLitre: number])[];

const BANDS: Record<HaemoglobinTable, { readonly bands: Bands; readonly below: number }> = {
  // WHO/NMH/NHD/MNM/11.1 (2011): below 1000 m none, 4500 m and more −45 g/l.
  2011: {
    bands: [
      [0, 0],
      [1000, -2],
      [1500, -5],
      [2000, -8],
      [2500, -13],
      [3000, -19],
      [3500, -27],
      [4000, -35],
      [4500, -45],
    ],
    below: Number.POSITIVE_INFINITY,
  },
  // WHO guideline on haemoglobin cutoffs (2024), as NTS 213-MINSA/DGIESP-2024 reproduces it; values from 5000 m on were not available.
  2024: {
    bands: [
      [0, 0],
      [500, -4],
      [1000, -8],
      [1500, -11],
      [2000, -14],
      [2500, -18],
      [3000, -21],
      [3500, -25],
      [4000, -29],
      [4500, -33],
    ],
    below: 5000,
  },
};

/** The correction of a haemoglobin at an altitude in metres, in g/l (0 or less); null outside the table. */
export function altitudeAdjustment(table: HaemoglobinTable, metres: number): number | null {
  const { bands, below } = BANDS[table];
  if (!(metres >= 0) || metres >= below) return null;
  return bands.findLast(([from]) => metres >= from)?.[1] ?? null;
}
