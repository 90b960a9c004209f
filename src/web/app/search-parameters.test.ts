import { expect, it } from 'vitest';
import { visitSearch } from '#web/features/follow-up/visit-search.ts';
import { mujerListSearch } from '#web/features/mujeres/mujer-search.ts';
import { ninoListSearch } from '#web/features/ninos/nino-search.ts';
import { reportSearch } from '#web/features/reports/state/report-search.ts';
import { withoutEmpty } from '#web/lib/address.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const EVERYTHING = { provincia: 'narnia', canton: 'NARNIA', sexo: 'X', mes: '2026-13', responsable: 'yo', desde: 'x' };

/** The query parameters of an address, without the page. */
const normalized = (read: (search: object) => object, search: object) => {
  const texts = Object.entries(read(search)).filter(([, value]) => typeof value === 'string');
  return withoutEmpty(Object.fromEntries(texts));
};

it.each([
  ['/lista/ninos', ninoListSearch],
  ['/lista/mujer', mujerListSearch],
  ['/seguimiento', visitSearch],
  ['/reportes', reportSearch],
])('%s sends no parameter that the server would refuse', (_, read) => {
  expect(normalized(read, EVERYTHING)).toEqual({});
  expect(normalized(read, { provincia: 'azuay', canton: 'COLTA' })).toEqual({ provincia: 'AZUAY' });
  expect(normalized(read, { provincia: 'chimborazo', canton: 'colta' })).toEqual({
    provincia: 'CHIMBORAZO',
    canton: 'COLTA',
  });
  // Rows of reports without canton or province.
  for (const place of [
    { provincia: 'SIN DATO', canton: 'SIN DATO' },
    { provincia: 'SIN DATO', canton: 'COLTA' },
    { provincia: 'AZUAY', canton: 'SIN DATO' },
  ])
    expect(normalized(read, place)).toEqual(place);
});

it('the filters of the list of children are normalised as stored', () => {
  const search = { sexo: 'femenino', mes: '2026-02', responsable: ID.toUpperCase(), establecimiento: 'Cualquiera' };
  expect(normalized(ninoListSearch, search)).toEqual({ ...search, sexo: 'FEMENINO', responsable: ID });
});
