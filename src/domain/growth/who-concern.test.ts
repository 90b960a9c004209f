import { expect, test } from 'vitest';
import { whoConcern } from './who-concern.ts';

test('a child with normal or unknown scores gives no concern', () => {
  expect(whoConcern({})).toBeNull();
  expect(whoConcern({ zpeso: null, ztalla: -2, zpesotalla: 1 })).toBeNull();
});

test('stunting comes before the other low classes, and low ones before high ones', () => {
  expect(whoConcern({ ztalla: -2.01, zpesotalla: -3.5, zpeso: -3.5 })?.name).toBe('Talla baja');
  expect(whoConcern({ ztalla: 0, zpesotalla: -3.01, zpeso: -2.5 })?.name).toBe('Desnutrición aguda severa');
  expect(whoConcern({ ztalla: 3.2, zpesotalla: 0, zpeso: -2.1 })).toEqual({ name: 'Bajo peso', isLow: true });
  expect(whoConcern({ ztalla: 0, zpesotalla: 2.5, zpeso: 2.5 })).toEqual({ name: 'Sobrepeso', isLow: false });
});
