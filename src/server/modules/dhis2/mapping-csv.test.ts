import { describe, expect, it } from 'vitest';
import type { MappingRow } from '#domain/calls/dhis2.ts';
import { establishmentKey } from '#domain/dhis2/mapping.ts';
import { mappingText, rehearse } from './mapping-csv.ts';

const HOSTILE = [
  '=HYPERLINK("http://x";"Centro")',
  '+1',
  "'=2",
  '"; drop table',
  'Centro, "El Sol"; 2',
  '@centro',
  '-1',
];

const establishment = (nombre: string, codigo = ''): MappingRow => ({
  tipo: 'establecimiento',
  clave: establishmentKey(nombre),
  nombre,
  provincia: '',
  codigo,
});
const CANTON: MappingRow = { tipo: 'canton', clave: '0603', nombre: 'COLTA', provincia: 'CHIMBORAZO', codigo: '' };
const ELEMENT: MappingRow = { tipo: 'elemento', clave: 'anemia', nombre: 'Anemia', provincia: '', codigo: 'ANEMIA' };

const namesOf = (...rows: MappingRow[]) => ({ rows, codeOf: () => '', nameOf: () => undefined });
const NAMES = namesOf(ELEMENT, CANTON, ...HOSTILE.map((name) => establishment(name)));
const table = (...rows: string[]) => ['tipo;clave;nombre;codigo', ...rows].join('\r\n');

describe('the table that is saved', () => {
  it('has no cell that a spreadsheet takes for a formula', () => {
    const cells = mappingText(NAMES).split(/[;\r\n]+/);
    expect(cells.filter((cell) => /^"?[=+\-@]/.test(cell))).toEqual([]);
  });

  it('changes nothing when it is read back, also by commas or with lost zeros', () => {
    const unchanged = { cambios: [], problemas: [], iguales: NAMES.rows.length };
    expect(rehearse(mappingText(NAMES), NAMES)).toEqual(unchanged);
    expect(rehearse('tipo,clave,codigo\ncanton,603,\n"elemento","anemia","ANEMIA"\n', NAMES)).toEqual({
      ...unchanged,
      iguales: 2,
    });
  });

  it('filled in says for each row what changes', () => {
    const filled = mappingText(NAMES)
      .split('\r\n')
      .map((line, at) => (at > 0 && line !== '' ? `${line.replace(/ANEMIA$/, '')}C${at}` : line))
      .join('\r\n');
    const { cambios, problemas, iguales } = rehearse(filled, NAMES);
    expect([problemas, iguales]).toEqual([[], 0]);
    expect(cambios).toEqual(
      NAMES.rows.map(({ tipo, clave, nombre, codigo }, at) => ({
        tipo,
        clave,
        nombre,
        antes: codigo,
        codigo: `C${at + 1}`,
      })),
    );
  });
});

describe('a table with mistakes', () => {
  it.each([
    ['elemento;inventado;;A', 'No existe: inventado'],
    ['elemento;;;A', 'No existe: falta la clave'],
    ['provincia;06;;A', 'El tipo debe ser elemento, canton, establecimiento'],
    ['canton;0603;;=1+1', /^El código debe empezar con una letra o un número/],
    ['canton;0603;;a"b', /^El código debe empezar/],
    [`canton;0603;;${'x'.repeat(51)}`, 'El código no debe tener más de 50 caracteres'],
  ])('%s is named by its row', (line, msg) => {
    const { cambios, problemas } = rehearse(table('elemento;anemia;;OTRO', '', line), NAMES);
    expect(problemas).toEqual([{ fila: 4, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) }]);
    expect(cambios).toHaveLength(1);
  });

  it('a row twice, and a code of two, are named', () => {
    expect(rehearse(table('canton;0603;;A', 'Cantón;603;;B'), NAMES).problemas).toEqual([
      { fila: 3, msg: 'Ya está en otra fila' },
    ]);
    const [first = '', second = ''] = HOSTILE.map(establishmentKey);
    const taken = rehearse(
      table(`establecimiento;"${first.replaceAll('"', '""')}";;A`, `establecimiento;${second};;A`),
      NAMES,
    );
    expect(taken.problemas.map(({ msg }) => msg)).toEqual(
      [HOSTILE[1], HOSTILE[0]].map((name) => `A ya es el código de «${name}»`),
    );
    const withCode = namesOf({ ...CANTON, codigo: 'A' }, { ...CANTON, clave: '0601', nombre: 'RIOBAMBA' });
    expect(rehearse(table('canton;0601;;A'), withCode).problemas).toEqual([
      { fila: 2, msg: 'A ya es el código de «COLTA (CHIMBORAZO)»' },
    ]);
  });

  it('codes that are exchanged are no conflict, and a place and a figure may have the same', () => {
    const names = namesOf(ELEMENT, { ...CANTON, codigo: 'A' }, { ...CANTON, clave: '0601', codigo: 'B' });
    expect(rehearse(table('canton;0603;;B', 'canton;0601;;A', 'elemento;anemia;;A'), names)).toMatchObject({
      cambios: [{ codigo: 'B' }, { codigo: 'A' }, { codigo: 'A' }],
      problemas: [],
    });
  });

  it('a code that lost its zeros in Excel is refused', () => {
    const names = namesOf({ ...CANTON, codigo: '000123' });
    expect(rehearse(table('canton;0603;;123'), names).problemas).toEqual([
      { fila: 2, msg: 'Parece que Excel quitó los ceros del código: era 000123' },
    ]);
    expect(rehearse(table('canton;0603;;124'), names).problemas).toEqual([]);
  });

  const ALL_MISSING = 'Faltan las columnas tipo, clave y codigo';
  it.each([
    ['', ALL_MISSING],
    ['a;b', ALL_MISSING],
    ['tipo;clave', 'Falta la columna codigo'],
    ['tipo;clave;codigo;Código', 'Está repetida la columna codigo'],
    ['tipo;tipo;clave;codigo;codigo', 'Están repetidas las columnas tipo y codigo'],
    ['\u0000', ALL_MISSING],
    ['<html>', ALL_MISSING],
  ])('%j without the needed columns is refused', (csv, msg) => {
    const problems = [{ path: 'csv', msg }];
    expect(() => rehearse(csv, NAMES)).toThrow(expect.objectContaining({ code: 'invalid', problems }));
  });

  it('more rows than can be saved at once are refused', () => {
    const { problemas } = rehearse(table(...Array.from({ length: 5_001 }, () => 'canton;0603;;A')), NAMES);
    expect(problemas).toEqual([{ fila: 5_002, msg: 'El archivo tiene más de 5000 filas' }]);
  });
});

it('a row without a code takes the code away, and what has no row stays', () => {
  expect(rehearse(table('elemento;anemia;Anemia;'), NAMES)).toEqual({
    cambios: [{ tipo: 'elemento', clave: 'anemia', nombre: 'Anemia', antes: 'ANEMIA', codigo: '' }],
    problemas: [],
    iguales: 0,
  });
});
