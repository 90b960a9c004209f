import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogKey } from '../catalogs.ts';
import type { Field } from '../fields/index.ts';
import { parseRecord, type RecordDefinition, toFlat, toNested } from '../records/define-record.ts';
import { RECORD_LIST, RECORDS } from '../records/index.ts';
import { foldText } from '../text.ts';
import { isEmptyCell, readCell } from './cells.ts';
import type { Cell } from './headers.ts';
import { changesOfRow, type ImportRules, judgeRow, keysOfRow, LOST_ZERO, nearestOption } from './judge-row.ts';

const OPTIONS: Partial<Record<CatalogKey, string[]>> = {
  establecimiento: ['Centro de Salud Colta', 'Hospital Riobamba'],
  vacunaninotipo: ['Rotavirus', 'BCG', 'Pentavalente'],
  vacunaclasificacionninio: ['2 meses', 'Recién nacido'],
  discapacidad: ['Visual', 'Física'],
};

function rulesOf(definition: RecordDefinition, more: Partial<ImportRules> = {}): ImportRules {
  return {
    definition,
    options: (catalog) => new Map((OPTIONS[catalog] ?? ['1', '2', '3']).map((option) => [foldText(option), option])),
    adding: new Set(),
    restoresZeros: false,
    columnValues: () => new Set(),
    ...more,
  };
}

const NEW = { before: null, birth: null };
const cellsOf = (cells: Record<string, Cell>) => new Map(Object.entries(cells));
const judge = (
  definition: RecordDefinition,
  cells: Record<string, Cell>,
  more: Partial<ImportRules> = {},
  surroundings = {},
) => judgeRow(rulesOf(definition, more), cellsOf(cells), { ...NEW, ...surroundings });

const CONTROL = { fecha: '17/12/2025', edad: '3', peso: '4,2', longitud: '58', perimetro: '39' };

describe('a row is a problem exactly when the form would refuse it', () => {
  const cell = fc.oneof(
    fc.constantFrom<Cell>(
      null,
      '',
      ' ',
      'Sí',
      'no',
      'X',
      '8,55',
      '8.5',
      '0',
      '-1',
      '3',
      '17/12/2025',
      '2026-13-01',
      'Visual',
    ),
    fc.constantFrom<Cell>(
      'CHIMBORAZO',
      'Colta',
      'QUITO',
      'pichincha',
      'F',
      'M',
      'reactivo',
      'Adecuado',
      'Rotavirus',
      '2 meses',
    ),
    fc.string({ maxLength: 12 }),
    fc.integer({ min: -5, max: 5_000 }),
    fc.double({ min: 0, max: 60, noNaN: true }),
    fc.boolean(),
  );

  /** Without option lists and lost zeros, which the form does not know: those have tests of their own. */
  const plainFields = (definition: RecordDefinition) =>
    Object.entries<Field>(definition.fields).filter(
      ([, field]) => !('catalog' in field && field.catalog) && !('document' in field && field.document),
    );

  test.each(RECORD_LIST.map((definition) => [definition.key, definition] as const))('%s', (_key, definition) => {
    const example = toFlat(definition, definition.example);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...plainFields(definition)), cell), { maxLength: 6 }),
        (changes) => {
          const cells: Record<string, Cell> = Object.fromEntries(
            Object.entries(example).map(([name, value]) => [name, value as Cell]),
          );
          for (const [[name], value] of changes) cells[name] = value;
          const everyOption = { options: () => ({ get: (text: string) => text }) as never };
          const judged = judge(definition, cells, everyOption);
          const typed = Object.fromEntries(
            Object.entries<Field>(definition.fields).flatMap(([name, field]) => {
              const value = cells[name];
              return value === undefined || isEmptyCell(value) ? [] : [[name, readCell(field, value)]];
            }),
          );
          // The form proposes what it can compute.
          for (const [name, field] of Object.entries<Field>(definition.fields)) {
            if (field.kind !== 'number' || !field.derivation || name in typed) continue;
            const proposal = field.derivation.propose({
              fields: definition.fields,
              values: typed as never,
              birth: null,
            });
            if (proposal) typed[name] = proposal.value;
          }
          const parsed = parseRecord(definition, toNested(definition, typed));
          expect(judged.problems.length === 0).toBe(parsed.problems === null);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('the messages are those of the form, with what stands in the cell', () => {
  expect(judge(RECORDS.control, { ...CONTROL, peso: '240', longitud: 'x', fecha: 'ayer' }).problems).toEqual([
    { campo: 'fecha', titulo: 'Fecha', valor: 'ayer', msg: 'Debe ser una fecha válida (DD/MM/AAAA)' },
    { campo: 'peso', titulo: 'Peso (kg)', valor: '240', msg: 'Debe estar entre 2 y 24 kg' },
    { campo: 'longitud', titulo: 'Longitud (cm)', valor: 'x', msg: 'Debe ser un número' },
  ]);
  expect(judge(RECORDS.control, { ...CONTROL, vitaminaA: 'quizás' }).problems).toMatchObject([
    { campo: 'vitaminaA', msg: 'Debe ser Sí o No' },
  ]);
});

test('an age that the file lacks is computed from the birth date, as in the form', () => {
  const { edad: _, ...cells } = CONTROL;
  expect(judge(RECORDS.control, cells, {}, { birth: '2025-09-17' }).values).toMatchObject({ edad: 3 });
  expect(judge(RECORDS.control, cells).problems).toMatchObject([
    { campo: 'edad', msg: 'Falta, y no se puede calcular: revisa las fechas y los datos de la fila y de la libreta' },
  ]);
});

test('an empty cell keeps what is stored', () => {
  const before = { ...judge(RECORDS.control, CONTROL).values };
  const { values } = judge(
    RECORDS.control,
    { fecha: '17/12/2025', peso: '4,3', longitud: null, perimetro: ' ' },
    {},
    { before },
  );
  expect(values).toEqual({ ...before, peso: 4.3 });
  expect(changesOfRow(RECORDS.control, before as never, values as never)).toEqual([
    { campo: 'peso', titulo: 'Peso (kg)', antes: '4,20', despues: '4,30' },
  ]);
});

describe('an option list', () => {
  const VACCINE = {
    ...{ clasificacion: '2 meses', tipovacuna: 'ROTAVIRUS', dosis: '1', fechaaplicacion: '17/01/2026', edadapli: '2' },
    ...{ lote: 'R-1', vacunador: 'Rosa' },
  };

  test('gives its own spelling, whatever case and accents the file has', () => {
    expect(judge(RECORDS.vacuna, { ...VACCINE, clasificacion: 'RECIEN NACIDO' }).values).toMatchObject({
      ...{ tipovacuna: 'Rotavirus', clasificacion: 'Recién nacido', vacunador: 'ROSA' },
    });
  });

  test('an unknown option is a problem, and the nearest one is offered', () => {
    const { problems, newOptions } = judge(RECORDS.vacuna, { ...VACCINE, tipovacuna: 'Rotavirs' });
    expect(problems).toEqual([
      {
        ...{ campo: 'tipovacuna', titulo: 'Tipo de vacuna', valor: 'Rotavirs', sugerencia: 'Rotavirus' },
        msg: 'No está en la lista «Tipos de vacuna infantil»',
      },
    ]);
    expect(newOptions).toEqual([{ campo: 'tipovacuna', valor: 'Rotavirs' }]);
    expect(nearestOption('zzzz', new Map([['bcg', 'BCG']]))).toBeUndefined();
  });

  test('an unknown option is accepted where it may be added', () => {
    const { values, newOptions } = judge(
      RECORDS.vacuna,
      { ...VACCINE, tipovacuna: 'Dengue' },
      { adding: new Set(['tipovacuna']) },
    );
    expect(values).toMatchObject({ tipovacuna: 'Dengue' });
    expect(newOptions).toEqual([{ campo: 'tipovacuna', valor: 'Dengue' }]);
  });

  test('a stored value whose option was deleted stays', () => {
    const stored = judge(RECORDS.vacuna, VACCINE).values;
    const before = { ...stored, tipovacuna: 'Antigua' };
    expect(judge(RECORDS.vacuna, { lote: 'R-2' }, {}, { before }).values).toMatchObject({
      tipovacuna: 'Antigua',
      lote: 'R-2',
    });
  });

  test('the detail of a disability is not checked without one', () => {
    const woman = toFlat(RECORDS.mujer, RECORDS.mujer.example) as Record<string, Cell>;
    expect(judge(RECORDS.mujer, { ...woman, discapacidad: 'No', detalleDiscapacidad: 'Rara' }).values).toMatchObject({
      ...{ discapacidad: 'No', detalleDiscapacidad: '' },
    });
  });
});

describe('a lost zero', () => {
  const cells = { hcu: '1', cedula: 603_714_023, nombres: 'Luz', apellidos: 'Tenesaca' };

  test('is offered back', () => {
    expect(judge(RECORDS.mujer, cells).problems).toEqual([
      { campo: 'cedula', titulo: 'Cédula', valor: '603714023', msg: LOST_ZERO, sugerencia: '0603714023' },
    ]);
    const keys = keysOfRow(rulesOf(RECORDS.control), cellsOf({ 'persona.cedula': 603_714_023 }));
    expect(keys.problems).toMatchObject([{ campo: 'persona.cedula', msg: LOST_ZERO, sugerencia: '0603714023' }]);
  });

  test('is restored where that was chosen', () => {
    expect(judge(RECORDS.mujer, cells, { restoresZeros: true }).values).toMatchObject({ cedula: '0603714023' });
    const keys = keysOfRow(
      rulesOf(RECORDS.control, { restoresZeros: true }),
      cellsOf({ 'persona.cedula': 603_714_023 }),
    );
    expect(keys).toMatchObject({ cedula: '0603714023', problems: [] });
  });

  test('another document of nine digits is accepted as it is', () => {
    expect(judge(RECORDS.mujer, { ...cells, cedula: '603714027' }).values).toMatchObject({ cedula: '603714027' });
  });
});
