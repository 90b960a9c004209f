import { expect, test } from 'vitest';
import { altitudeSchema } from '#domain/haemoglobin/altitude-field.ts';
import { withTypedNumbers } from './typed-numbers.ts';

test.each([
  ['2551', 2551],
  ['2.551', 2551],
  [' 2.551 ', 2551],
  ['0', 0],
  ['2550,0', 2550],
])('%j is the whole number %d', (altitud, number) => {
  expect(withTypedNumbers(altitudeSchema, ['altitud']).parse({ altitud })).toEqual({ altitud: number });
});

test.each(['', '2,551', '2.55', '25.51', '1.000.000', 'alto'])('%j is refused', (altitud) => {
  expect(withTypedNumbers(altitudeSchema, ['altitud']).safeParse({ altitud }).success).toBe(false);
});
