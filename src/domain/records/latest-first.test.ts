import { expect, test } from 'vitest';
import { RECORDS } from './index.ts';
import { latestFirst, previousValues } from './latest-first.ts';

const control = RECORDS.control;
const createdBy = { _id: '1', nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0601000001' };
const row = (fecha: string, hour: string, peso: number | null) => {
  const fechaRegistro = `2026-11-20T${hour}:00:00.000Z`;
  return { _id: `${fecha} ${hour}`, version: 1, createdBy, fechaRegistro, fecha, peso };
};

test('the latest date comes first, and on the same day the last registered', () => {
  const rows = [row('2026-03-01', '12', 6), row('2026-05-01', '09', 7), row('2026-05-01', '10', 7.2)];
  expect(latestFirst(control, rows).map(({ _id }) => _id)).toEqual(['2026-05-01 10', '2026-05-01 09', '2026-03-01 12']);
});

test('previous values are formatted, and absent ones are left out', () => {
  expect(previousValues(control, [row('2026-05-01', '10', 8.5)])).toEqual({ peso: '8,50' });
  expect(previousValues(control, [])).toEqual({});
});
