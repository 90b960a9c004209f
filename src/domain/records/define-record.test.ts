import { describe, expect, it } from 'vitest';
import { monthsAt } from '../fields/derivations.ts';
import type { Fields } from '../fields/index.ts';
import { columnsOf, defineRecord, parseRecord, type RecordDeclaration } from './define-record.ts';

const base: RecordDeclaration = {
  key: 'prueba',
  path: 'prueba',
  titles: { short: 'Prueba', form: 'Prueba', table: 'Pruebas' },
  messages: { created: 'Guardado.', deleted: 'Eliminado.', saveFailed: 'Error.', deleteFailed: 'Error.' },
  sections: [{ key: 'datos', title: 'Datos' }],
  fields: {
    peso: { kind: 'number', label: 'Peso', min: 2, max: 24, decimals: 2, required: true, section: 'datos' },
    tiene: { kind: 'flag', label: 'Tiene', default: false },
    detalle: { kind: 'text', label: 'Detalle', visibleWhen: { field: 'tiene', equals: true }, column: true },
    provincia: { kind: 'province', label: 'Provincia' },
    canton: { kind: 'canton', label: 'Cantón', within: 'provincia' },
    desde: { kind: 'date', label: 'Desde', column: true },
    hasta: { kind: 'date', label: 'Hasta' },
  },
  rules: [
    {
      fields: ['hasta', 'desde'],
      message: 'Hasta no puede ser antes de desde',
      holds: ({ desde, hasta }) => !desde || !hasta || desde <= hasta,
    },
  ],
  identity: [],
  example: { peso: 8 },
};

const define = (change: Partial<RecordDeclaration> = {}) => defineRecord({ ...base, ...change } as RecordDeclaration);
const months = { kind: 'number', label: 'N', min: 1, max: 5, decimals: 0 } as const;
const withField = (fields: Fields) => () => define({ fields: { ...base.fields, ...fields } });
const problems = (input: unknown) => parseRecord(define(), input).problems;

describe('a declaration is refused if it has', () => {
  it.each([
    ['empty bounds', withField({ n: { kind: 'number', label: 'N', min: 5, max: 5, decimals: 0 } })],
    ['a default that is not an option', withField({ c: { kind: 'choice', label: 'C', options: [], default: 'x' } })],
    ['a canton without its province', withField({ c: { kind: 'canton', label: 'C', within: 'otra' } })],
    ['a value derived from a missing field', withField({ n: { ...months, derivation: monthsAt('x') } })],
    [
      'a condition on a missing field',
      withField({ t: { kind: 'text', label: 'T', visibleWhen: { field: 'x', equals: true } } }),
    ],
    ['a parent but no place in the booklet', () => define({ parent: { record: 'nino', field: 'ninoId' } })],
    ['an undeclared section', withField({ t: { kind: 'text', label: 'T', section: 'otra' } })],
    ['a rule over a missing field', () => define({ rules: [{ fields: ['x'], message: '', holds: () => true }] })],
    ['a missing unique field', () => define({ unique: [{ field: 'x', message: '' }] })],
    ['a missing search field', () => define({ search: ['x'] })],
    ['a missing filter field', () => define({ filters: ['x'] })],
    ['a missing column field', () => define({ columns: ['x'] })],
  ])('%s', (_why, declare) => {
    expect(declare).toThrow(/^Record "prueba": /);
  });

  it('the base of these declarations is accepted', () => {
    expect(define().fieldNames).toEqual(Object.keys(base.fields));
  });
});

describe('parsing', () => {
  it('fills in absent fields and drops unknown ones', () => {
    expect(parseRecord(define(), { peso: '8.5', otro: 1, createdBy: 'x' }).values).toEqual({
      peso: 8.5,
      tiene: false,
      detalle: '',
      provincia: '',
      canton: '',
      desde: null,
      hasta: null,
    });
  });

  it('empties a field whose condition does not hold', () => {
    expect(parseRecord(define(), { peso: 8, tiene: false, detalle: 'x' }).values?.detalle).toBe('');
    expect(parseRecord(define(), { peso: 8, tiene: true, detalle: 'x' }).values?.detalle).toBe('x');
  });

  it('reports all problems at once, including rules over several fields', () => {
    expect(
      problems({ tiene: 'no', provincia: 'AZUAY', canton: 'QUITO', desde: '2026-02-01', hasta: '2026-01-01' }),
    ).toEqual(
      expect.arrayContaining([
        { msg: 'Este campo es obligatorio', path: 'peso' },
        { msg: 'Debe ser verdadero o falso', path: 'tiene' },
        { msg: 'El cantón no pertenece a la provincia elegida', path: 'canton' },
        { msg: 'Hasta no puede ser antes de desde', path: 'hasta' },
      ]),
    );
  });

  it('does not check a canton against an invalid province', () => {
    expect(problems({ peso: 8, provincia: 'X', canton: 'CUENCA' })).toEqual([
      { msg: 'Debe ser una provincia del Ecuador', path: 'provincia' },
    ]);
  });

  it('accepts a canton without a province', () => {
    expect(parseRecord(define(), { peso: 8, canton: 'cuenca' }).values?.canton).toBe('CUENCA');
  });

  it.each([null, undefined, 5, 'x', true])('refuses %j', (input) => {
    expect(problems(input)).toHaveLength(1);
  });

  it('does not change the prototype', () => {
    const input = JSON.parse('{"peso":8,"__proto__":{"sucio":1},"constructor":{"prototype":{"sucio":1}}}');
    expect(Object.keys(parseRecord(define(), input).values ?? {}).sort()).toEqual(Object.keys(base.fields).sort());
    expect(({} as { sucio?: number }).sucio).toBeUndefined();
  });
});

it('the columns are the declared ones, or the fields with a column', () => {
  expect(columnsOf(define())).toEqual(['detalle', 'desde']);
  expect(columnsOf(define({ columns: ['hasta', 'peso'] }))).toEqual(['hasta', 'peso']);
});
