import { expect, it } from 'vitest';
import { countLine } from './count-line.ts';

const registered = (total: string) => `${total} mujeres registradas`;
const line = (data: { total: number; isMinimum?: boolean }, narrowed: boolean) =>
  countLine({ data: { rows: [], ...data }, error: null }, narrowed, registered);

it.each([
  [{ total: 1284 }, false, '1.284 mujeres registradas'],
  [{ total: 1 }, true, '1 resultado'],
  [{ total: 1284 }, true, '1.284 resultados'],
  [{ total: 10_000, isMinimum: true }, true, 'más de 10.000 resultados'],
  [{ total: 10_000, isMinimum: true }, false, 'más de 10.000 mujeres registradas'],
])('the line of %j, narrowed: %s, is %s', (data, narrowed, text) => {
  expect(line(data, narrowed)).toBe(text);
});

it('a list that loads says so, and one that failed is silent', () => {
  expect(countLine({ data: undefined, error: null }, false, registered)).toBe('Cargando…');
  expect(countLine({ data: undefined, error: new Error() }, false, registered)).toBe('');
});
