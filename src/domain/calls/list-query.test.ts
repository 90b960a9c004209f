import { describe, expect, expectTypeOf, it } from 'vitest';
import { NO_VALUE } from '../fields/index.ts';
import { RECORDS } from '../records/index.ts';
import { fieldFilters, PLACE_FILTERS } from './field-filters.ts';
import {
  choiceFilter,
  dayFilter,
  type FilterKind,
  monthFilter,
  orEmpty,
  textFilter,
  userFilter,
} from './filter-kinds.ts';
import { filterQuery, listQuery, wholeListQuery } from './list-query.ts';
import { cantonFilter, provinceFilter } from './place-kinds.ts';
import { recordListOptions } from './record-query.ts';

const ID = 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11';
const read = (kind: FilterKind, text: unknown) => {
  const { data, error } = filterQuery({ campo: kind }).safeParse({ campo: text });
  return error ? error.issues.map(({ message }) => message) : data?.campo;
};

describe('a filter reads a valid value in any spelling', () => {
  it.each<[FilterKind, string, unknown]>([
    [choiceFilter(['Desnutrición', 'Normal']), ' DESNUTRICION ', 'Desnutrición'],
    [choiceFilter([0, 3]), '3', 3],
    [choiceFilter([0, 3]), '0', 0],
    [choiceFilter([true, false]), 'false', false],
    [textFilter, 'ro\uFEFFsa', 'rosa'],
    [textFilter, 'rosa\tyuquilema\r\nguamán', 'rosa yuquilema  guamán'],
    [dayFilter, '2026-02-28', '2026-02-28'],
    [monthFilter, '2026-02', '2026-02'],
    [userFilter, ID, ID.toLowerCase()],
    [provinceFilter, 'manabi', 'MANABÍ'],
    [cantonFilter('provincia'), 'nabon', 'NABÓN'],
    [textFilter, ' Puesto Guano ', 'Puesto Guano'],
    [orEmpty(provinceFilter), NO_VALUE, NO_VALUE],
    [orEmpty(provinceFilter), 'Loja', 'LOJA'],
  ])('%#', (kind, text, value) => {
    expect(read(kind, text)).toEqual(value);
  });
});

describe('a filter refuses an invalid value with one message', () => {
  it.each<[FilterKind, string, string[]]>([
    [choiceFilter(['Desnutrición', 'Normal']), 'campo debe ser uno de: Desnutrición, Normal', ['x', 'Norma']],
    [choiceFilter([0, 3]), 'campo debe ser uno de: 0, 3', ['03', '1', '3.0']],
    [dayFilter, 'campo debe ser una fecha (AAAA-MM-DD)', ['2026-02-30', 'ayer', '2026-02']],
    [monthFilter, 'campo debe ser un mes (AAAA-MM)', ['2026-13', '2026-2', '2026-02-01', '26-02']],
    [userFilter, 'campo debe ser el _id de un usuario', ['1', `${ID}0`]],
    [provinceFilter, 'campo debe ser una provincia del Ecuador', ['NARNIA', NO_VALUE]],
    [cantonFilter('provincia'), 'campo debe ser un cantón del Ecuador', ['NARNIA', 'AZUAY']],
  ])('%#', (kind, sentence, texts) => {
    for (const text of [...texts, 'x'.repeat(201), 'x'.repeat(100_000), ['a', 'b']])
      expect(read(kind, text), String(text).slice(0, 20)).toEqual([sentence]);
  });

  it('an open filter refuses only other types and long texts', () => {
    expect(read(textFilter, 'lo que sea')).toBe('lo que sea');
    expect(read(textFilter, ['a', 'b'])).toEqual(['campo debe ser un texto']);
    expect(read(textFilter, 'x'.repeat(201))).toEqual(['campo no debe tener más de 200 caracteres']);
  });
});

it('a blank or absent filter is ignored', () => {
  for (const kind of [dayFilter, monthFilter, userFilter, provinceFilter, textFilter, choiceFilter(['a'])])
    for (const text of [undefined, '', '  ', '\u200B']) expect(read(kind, text)).toBeUndefined();
});

describe('a canton and its province', () => {
  const issues = (query: Record<string, string>) =>
    listQuery({ sortable: [], filters: PLACE_FILTERS })
      .safeParse(query)
      .error?.issues.map(({ path }) => path.join());

  it.each<[Record<string, string>, string[] | undefined]>([
    [{ provincia: 'chimborazo', canton: 'colta' }, undefined],
    [{ canton: 'COLTA' }, undefined],
    [{ provincia: NO_VALUE, canton: 'COLTA' }, undefined],
    [{ provincia: 'AZUAY', canton: NO_VALUE }, undefined],
    [{ provincia: 'AZUAY', canton: '' }, undefined],
    [{ provincia: 'AZUAY', canton: 'COLTA' }, ['canton']],
    // All problems at once, each only once.
    [{ provincia: 'AZUAY', canton: 'COLTA', limit: '0', desde: 'x' }, ['desde', 'limit', 'canton']],
    [{ provincia: 'NARNIA', canton: 'COLTA' }, ['provincia']],
  ])('%j', (query, paths) => {
    expect(issues(query)?.toSorted()).toEqual(paths?.toSorted());
  });

  it('are checked in every list of people and in its file', () => {
    const ask = recordListOptions(RECORDS.nino);
    for (const query of [listQuery(ask), wholeListQuery(ask)])
      expect(query.safeParse({ provincia: 'AZUAY', canton: 'COLTA' }).success).toBe(false);
  });
});

it('the kind of a field determines its filter', () => {
  const { fields } = RECORDS.nino;
  const filters = fieldFilters(
    {
      ...fields,
      dosis: { kind: 'number', label: 'Dosis', min: 1, max: 10, decimals: 0 },
      parto: { kind: 'flag', label: 'Parto', default: false },
    },
    ['sexo', 'nombres', 'fechanacimiento', 'dosis', 'parto'],
  );
  const query = filterQuery(filters);
  expect(
    query.parse({ sexo: 'femenino', nombres: 'sisa', fechanacimiento: '2025-09-17', dosis: '2', parto: 'true' }),
  ).toEqual({ sexo: 'FEMENINO', nombres: 'SISA', fechanacimiento: '2025-09-17', dosis: 2, parto: true });
  const { issues = [] } =
    query.safeParse({ sexo: 'x', nombres: 'x', fechanacimiento: NO_VALUE, dosis: '11', parto: 'x' }).error ?? {};
  expect(issues.map(({ message }) => message)).toEqual([
    'sexo debe ser uno de: FEMENINO, MASCULINO',
    'fechanacimiento debe ser una fecha (AAAA-MM-DD)',
    'dosis debe ser un número',
    'parto debe ser uno de: true, false',
  ]);
});

it('a filter has the type of its values', () => {
  const query = listQuery({ sortable: [], filters: { estado: choiceFilter(['a', 'b']), meses: choiceFilter([1, 2]) } });
  expectTypeOf(query.parse({}).estado).toEqualTypeOf<'a' | 'b' | undefined>();
  expectTypeOf(query.parse({}).meses).toEqualTypeOf<1 | 2 | undefined>();
});
