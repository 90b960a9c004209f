import { describe, expect, it } from 'vitest';
import { bodyMassCategory, bodyMassIndex } from './body-mass-index.ts';

describe('bodyMassIndex', () => {
  // proves 4.34
  it('is the weight divided by the square of the length in metres', () => {
    expect(bodyMassIndex(16, 100)).toBe(16);
    expect(bodyMassIndex(8.55, 73.2)).toBeCloseTo(15.9567, 4);
  });

  it.each([
    [null, 70],
    [8, null],
    [0, 70],
    [8, 0],
    [-8, 70],
    [Number.NaN, 70],
  ])('is null for weight %j and length %j', (weight, length) => {
    expect(bodyMassIndex(weight, length)).toBeNull();
  });
});

describe('bodyMassCategory', () => {
  // proves 4.35-4.38, 9.36-9.38
  it.each([
    [0, 'Bajo peso'],
    [4.99, 'Bajo peso'],
    [5, 'Peso saludable'],
    [84.99, 'Peso saludable'],
    [85, 'Sobrepeso'],
    [94.99, 'Sobrepeso'],
    [95, 'Obesidad'],
    [100, 'Obesidad'],
  ])('percentile %d is %s', (percentile, category) => {
    expect(bodyMassCategory(percentile)).toBe(category);
  });
});
