/** Weight / (length in metres)². @param weight kg @param length cm @returns kg/m²; null if a measure is missing or not positive */
export function bodyMassIndex(weight: number | null, length: number | null): number | null {
  if (weight === null || length === null || !(weight > 0) || !(length > 0)) return null;
  return weight / (length / 100) ** 2;
}

const CATEGORIES = [
  { below: 5, category: 'Bajo peso' },
  { below: 85, category: 'Peso saludable' },
  { below: 95, category: 'Sobrepeso' },
  { below: Number.POSITIVE_INFINITY, category: 'Obesidad' },
] as const;

/** The specification's category of a BMI percentile (cut-offs 5, 85, 95; a cut-off belongs to the band above it). */
export function bodyMassCategory(percentile: number): (typeof CATEGORIES)[number]['category'] {
  return CATEGORIES.find(({ below }) => percentile < below)?.category ?? 'Obesidad';
}
