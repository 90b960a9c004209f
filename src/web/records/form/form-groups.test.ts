import { expect, test } from 'vitest';
import { RECORDS } from '#domain/records/index.ts';
import { blocksOf, formGroups, matrixRows } from './form-groups.ts';
import { initialValues } from './form-values.ts';

const rn = RECORDS.rn;
const groups = formGroups(rn, initialValues(rn, undefined, {}));
const groupOf = (key: string) => groups.find((group) => group.key === key) as (typeof groups)[number];
const namesOf = (key: string) =>
  blocksOf(groupOf(key).fields).map(({ label, rows }) => [label, rows.map((row) => row.map(([name]) => name))]);

test('the newborn form has its six sections', () => {
  expect(groups.map(({ title }) => title)).toEqual([
    'Medidas y Apgar',
    'Reanimación',
    'Quién atendió',
    'Lugar del parto',
    'Examen y cuidados',
    'Egreso',
  ]);
});

test('weeks and days start a row together, and the scores are under their own heading', () => {
  expect(namesOf('medidas')).toEqual([
    [
      undefined,
      [
        ['pesonacer', 'pcefalico', 'longitud'],
        ['sem', 'dias', 'pesoeg'],
      ],
    ],
    ['Apgar', [['apgar1', 'apgar2', 'apgar3']]],
  ]);
});

test('inputs come before tiles in a section, each in a block of its own', () => {
  expect(namesOf('egreso')).toEqual([
    [undefined, [['pesoegreso', 'fechaalta', 'responsableegreso']]],
    ['Alimentación al egreso', [['lactanciaexclusiva', 'parcial', 'artificial', 'lechehumana']]],
  ]);
});

test('a matrix pairs flags of the same label', () => {
  const { fields, matrix = [] } = groupOf('atencion');
  const rows = matrixRows(fields, matrix);
  expect(rows.map(({ label }) => label)).toEqual([
    'Médico',
    'Obstetriz',
    'Enfermera',
    'Auxiliar',
    'Estudiante',
    'Empírico',
    'Otro',
  ]);
  expect(rows[1]?.fields.map((named) => named?.[0])).toEqual(['partoobst', 'neoobst']);
});

test('a detail is visible only with its flag', () => {
  const names = (values: Record<string, boolean>) =>
    formGroups(rn, values).flatMap(({ fields }) => fields.map(([name]) => name));
  expect(names({})).not.toContain('valorenfermedades');
  expect(names({ enfermedades: true })).toContain('valorenfermedades');
});
