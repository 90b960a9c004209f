import { describe, expect, it } from 'vitest';
import { malnutritionStatus } from './malnutrition.ts';

/** Specification, section 9: ages, lower and upper weight, lower and upper length. */
const BANDS: [ages: number[], low: number, high: number, short: number, long: number][] = [
  [[1], 3.3, 5.3, 49.6, 59.6],
  [[2], 3.2, 7.2, 53.1, 63.1],
  [[3], 4, 8, 56.1, 66.1],
  [[4], 4.7, 8.7, 58.7, 68.7],
  [[5], 5.3, 9.3, 60.9, 70.9],
  [[6], 5.8, 9.8, 62.8, 72.8],
  [[7], 6.3, 10.3, 64.5, 74.5],
  [[8], 6.8, 10.8, 66, 76],
  [[9], 7.2, 11.2, 67.3, 77.3],
  [[10], 7.5, 11.5, 68.6, 78.6],
  [[11], 7.9, 11.9, 69.9, 79.9],
  [[12, 13, 14], 8.2, 12.2, 71.1, 81.1],
  [[18, 19, 20, 21, 22, 23], 9.8, 13.8, 77.5, 87.5],
  [[24], 10.9, 14.9, 83, 93],
];

const cases = BANDS.flatMap(([ages, ...limits]) => ages.map((edad) => [edad, ...limits] as const));
const cents = (value: number) => Number(value.toFixed(2));

describe.each(cases)('at %i months', (edad, low, high, short, long) => {
  const status = (peso: number, longitud: number | null) => malnutritionStatus({ edad, peso: cents(peso), longitud });

  // proves 4.42-4.44, 9.46-9.59, 9.61
  it.each([short, long, short - 1, long + 1, null])('only the weight decides, for any length (%j)', (longitud) => {
    expect(status(low - 0.01, longitud)).toBe('Desnutrición');
    expect(status(low, longitud)).toBe('Normal');
    expect(status(low + 0.01, longitud)).toBe('Normal');
    expect(status(high - 0.01, longitud)).toBe('Normal');
    expect(status(high, longitud)).toBe('Normal');
    expect(status(high + 0.01, longitud)).toBe('Sobrepeso');
  });
});

describe.each([15, 16, 17])('at %i months, with two lower limits', (edad) => {
  // proves 9.60
  it.each([
    [9.09, 79, 'Desnutrición'],
    [9.1, 74, 'Normal'],
    [9.1, 84, 'Normal'],
    [9.1, 73.99, 'Desnutrición'],
    [9.1, 84.01, 'Desnutrición'],
    [9.1, null, 'Desnutrición'],
    [9.15, 79, 'Normal'],
    [9.15, 73.99, 'Desnutrición'],
    [9.15, 84.01, 'Desnutrición'],
    [9.19, 70, 'Desnutrición'],
    [9.2, 79, 'Normal'],
    [9.2, 60, 'Normal'],
    [9.2, null, 'Normal'],
    [13.2, 79, 'Normal'],
    [13.2, 60, 'Normal'],
    [13.21, 79, 'Sobrepeso'],
    [13.21, 60, 'Sobrepeso'],
  ])('%d kg and %j cm is %s', (peso, longitud, status) => {
    expect(malnutritionStatus({ edad, peso, longitud })).toBe(status);
  });
});

describe('No evaluado', () => {
  // proves 4.41
  it.each([-1, 0, 25, 60])('is the status at %i months', (edad) => {
    expect(malnutritionStatus({ edad, peso: 8, longitud: 70 })).toBe('No evaluado');
  });

  it('is the status without a control, an age or a weight', () => {
    expect(malnutritionStatus(null)).toBe('No evaluado');
    expect(malnutritionStatus({ edad: null, peso: 8, longitud: 70 })).toBe('No evaluado');
    expect(malnutritionStatus({ edad: 12, peso: null, longitud: 70 })).toBe('No evaluado');
  });

  it('is not the status of any age from 1 to 24 months', () => {
    for (let edad = 1; edad <= 24; edad += 1)
      expect(malnutritionStatus({ edad, peso: 2, longitud: 70 })).toBe('Desnutrición');
  });
});
