import { type Figures, noFigures } from '#domain/dhis2/aggregates.ts';

export interface Place {
  readonly provincia: string;
  readonly canton: string;
  readonly establecimiento: string;
}

export interface PlaceFigures extends Place {
  readonly figures: Figures;
}

export function addFigures(sum: Figures, more: Figures): void {
  for (const [at, value] of more.entries()) sum[at] = (sum[at] ?? 0) + value;
}

/** Sums figures by the place of their people. */
export function createPlaceSums() {
  const sums = new Map<string, PlaceFigures>();
  return {
    add({ provincia, canton, establecimiento }: Place, figures: Figures): void {
      const key = `${provincia}\n${canton}\n${establecimiento}`;
      const sum = sums.get(key) ?? { provincia, canton, establecimiento, figures: noFigures() };
      addFigures(sum.figures, figures);
      sums.set(key, sum);
    },
    all: (): PlaceFigures[] => [...sums.values()],
  };
}

export type PlaceSums = ReturnType<typeof createPlaceSums>;
