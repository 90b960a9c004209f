import { describe, expect, test } from 'vitest';
import { RECORD_LIST, RECORDS } from '../records/index.ts';
import {
  columnsInOtherUnit,
  findHeader,
  isInOtherUnit,
  matchHeaders,
  plainNumber,
  rememberedHeader,
  repeatsHeader,
} from './headers.ts';
import { foldHeader, missingTargets, type Target, targetsOf } from './target.ts';
import { templateColumns } from './template.ts';

describe.each(RECORD_LIST.map((definition) => [definition.key, definition] as const))(
  'the template of %s',
  (_key, definition) => {
    const columns = templateColumns(definition);

    test('has one label for each column', () => {
      const labels = columns.map(({ label }) => foldHeader(label));
      expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
    });

    test('is matched with its own columns', () => {
      expect(
        matchHeaders(
          definition,
          columns.map(({ label }) => label),
        ),
      ).toEqual(columns.map(({ key }) => key));
    });

    test('lacks nothing that is required', () => {
      expect(missingTargets(definition, new Set(columns.map(({ key }) => key)))).toEqual([]);
    });
  },
);

test('headers match by label, name, synonym, whatever their case, accents, units and punctuation', () => {
  const headers = ['N° CÉDULA', 'Fecha del control', 'Peso [kg]', 'TALLA (cm)', 'P.C.', 'Vitamina a', 'Otra cosa', ''];
  expect(matchHeaders(RECORDS.control, headers)).toEqual([
    ...['persona.cedula', 'fecha', 'peso', 'longitud', 'perimetro', 'vitaminaA'],
    ...[null, null],
  ]);
});

test('short headers of paper registers match', () => {
  const headers = ['Historia', 'Ced.', 'F. Nac.', 'Telf.', 'Cel.', 'Ced. madre', 'Historia anterior'];
  expect(matchHeaders(RECORDS.nino, headers)).toEqual([
    ...['hcu', 'cedula', 'fechanacimiento', 'telfdomicilio', 'celular', 'cedulamadre'],
    null,
  ]);
});

test.each([
  ['control', 'Peso (Kg.)', 'peso'],
  ['control', 'Peso (en kilos)', 'peso'],
  ['control', 'Peso (lb)', null],
  ['control', 'Peso (6 meses)', 'peso'],
  ['control', 'Peso (en Libras)', null],
  ['control', 'Peso (gramos)', null],
  ['control', 'Peso (con ropa)', 'peso'],
  ['control', 'Talla (cms)', 'longitud'],
  ['control', 'Talla (m)', null],
  ['control', 'Talla (mts.)', null],
  ['control', 'Edad (meses)', 'edad'],
  ['control', 'Edad (m)', 'edad'],
  ['control', 'Edad (años)', null],
  ['anemia', 'Hemoglobina (g/dL)', 'valorhemoglobina'],
  ['anemia', 'Hemoglobina (gr%)', 'valorhemoglobina'],
  ['anemia', 'Hemoglobina (g/l)', null],
  ['etmi', 'Semanas (sem)', 'semanaGestacion'],
  ['nino', 'Fecha de nacimiento (dd/mm/aaaa)', 'fechanacimiento'],
] as const)(
  'in %s the column %s fills %s: a unit that is not the one of the field keeps it out',
  (kind, header, key) => {
    expect(matchHeaders(RECORDS[kind], [header])).toEqual([key]);
  },
);

test.each(['Peso lb', 'PESO_LB', 'Peso [lb]', 'Peso - lb', 'Peso/lb', 'Peso: lb', 'Peso en libras', 'Peso gramos'])(
  'the column %s states its unit without parentheses, so that neither an earlier choice nor a person makes it kilograms',
  (header) => {
    const weight = targetsOf(RECORDS.control).find(({ key }) => key === 'peso') as Target;
    expect(isInOtherUnit(header, weight)).toBe(true);
    const chosen = new Map([[rememberedHeader(header), 'peso']]);
    expect(matchHeaders(RECORDS.control, [header], chosen)).toEqual([null]);
    expect(columnsInOtherUnit(RECORDS.control, [header], [null])).toEqual([{ header, label: 'Peso (kg)' }]);
  },
);

test.each(['Peso', 'Peso kg', 'Peso en kilos', 'Peso actual', 'Peso 6 meses', 'Peso (kg)'])(
  'the column %s may be chosen as the weight',
  (header) => {
    const weight = targetsOf(RECORDS.control).find(({ key }) => key === 'peso') as Target;
    expect(isInOtherUnit(header, weight)).toBe(false);
  },
);

test('a column in another unit leaves its field to a later one, whatever was chosen earlier', () => {
  const headers = ['Peso (lb)', 'Peso (kg)'];
  expect(matchHeaders(RECORDS.control, headers)).toEqual([null, 'peso']);
  const chosen = (title: string, key: string | null) => new Map([[rememberedHeader(title), key]]);
  expect(matchHeaders(RECORDS.control, headers, chosen('Peso (libras)', 'peso'))).toEqual([null, 'peso']);
  expect(matchHeaders(RECORDS.control, ['Peso (kg)'], chosen('Peso (lb)', null))).toEqual(['peso']);
  expect(matchHeaders(RECORDS.control, ['Peso (kilos)'], chosen('Peso (kg)', null))).toEqual([null]);
  // The unit of an earlier file may have stood in the row below its title.
  expect(matchHeaders(RECORDS.control, ['Edad (meses)'], chosen('Edad', null))).toEqual([null]);
});

test('one field is filled by one column: the first of two with its label', () => {
  expect(matchHeaders(RECORDS.mujer, ['Nombres', 'Nombre', 'nombres'])).toEqual(['nombres', null, null]);
});

test('an earlier choice goes before labels, also the choice to use nothing', () => {
  const earlier = new Map<string, string | null>([
    ['apodo', 'nombres'],
    ['nombres', null],
    ['cosa', 'no existe'],
  ]);
  expect(matchHeaders(RECORDS.mujer, ['Apodo', 'Nombres', 'Cosa', 'Cédula'], earlier)).toEqual([
    ...['nombres', null],
    ...[null, 'cedula'],
  ]);
});

test('the header is the row that matches most, below titles and group rows', () => {
  const rows = [
    ['MINISTERIO DE SALUD'],
    [null, 'Datos de la madre', null],
    ['HCU', 'Cédula', 'Nombres'],
    ['1', '2', 'ANA'],
  ];
  expect(findHeader(RECORDS.mujer, rows)).toEqual({ at: 2, matches: 3 });
  expect(findHeader(RECORDS.mujer, [[null], ['a', 'b']])).toEqual({ at: 1, matches: 0 });
  expect(findHeader(RECORDS.mujer, [[null, ' ']])).toBeNull();
});

test('a row that repeats the header is recognised', () => {
  const headers = ['HCU', 'Cédula', 'Nombres'];
  expect(repeatsHeader(headers, ['hcu', 'CEDULA', 'nombres'])).toBe(true);
  expect(repeatsHeader(headers, ['HCU', '0603714023', 'ANA'])).toBe(false);
});

test.each([
  [603714023, '603714023'],
  [8.55, '8.55'],
  [0.1 + 0.2, '0.3'],
  [1e21, '1000000000000000000000'],
  [-3, '-3'],
])('the number %d is written as %s', (value, text) => {
  expect(plainNumber(value)).toBe(text);
});

test('no two targets of a record have one key', () => {
  for (const definition of RECORD_LIST) {
    const keys = targetsOf(definition).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
