import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { expectLinear } from '../../tests/support/linear.ts';
import {
  cedulaCheckDigitOk,
  NAME,
  PASSWORD,
  passwordChangeSchema,
  signinSchema,
  signupSchema,
  userCreateSchema,
  userUpdateSchema,
} from './accounts.ts';
import { isCalendarDate } from './calendar.ts';
import { CATALOGS } from './catalogs.ts';
import { inertCell } from './exports/csv.ts';
import { manyOptionsSchema, optionSchema } from './fields/catalog-option.ts';
import { NUMERIC } from './fields/number.ts';
import { evaluationRequestSchema } from './growth/evaluation-request.ts';
import { altitudeSchema } from './haemoglobin/altitude-field.ts';
import { RECORD_LIST } from './records/index.ts';
import { warningsOf } from './records/warnings.ts';
import { findCanton, findProvince } from './territory.ts';
import { cleanText, foldText, upperCase } from './text.ts';
import { vaccineOf } from './vaccines/vaccine-names.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Lists with as many elements as the text has characters. */
const letters = (text: string) => text.split('');
const objects = (text: string) => Array.from({ length: text.length }, () => ({}));

describe('the time grows linearly with the text in', () => {
  it.each<[string, (text: string) => unknown]>([
    ['cleanText', (text) => cleanText(text)],
    ['cleanText with line breaks', (text) => cleanText(text, true)],
    ['foldText', foldText],
    ['upperCase', upperCase],
    ['a name', (text) => NAME.test(text)],
    ['a password', (text) => PASSWORD.test(text)],
    ['a number', (text) => NUMERIC.test(text) || Number(text)],
    ['a check digit', cedulaCheckDigitOk],
    ['a date', isCalendarDate],
    ['a province', findProvince],
    ['a canton', (text) => findCanton(text)],
    ['a vaccine', vaccineOf],
    ['a cell of a CSV', inertCell],
  ])('%s', (_, work) => expectLinear(work));
});

const TEXTS: Readonly<Record<string, z.ZodObject>> = {
  signin: signinSchema,
  signup: signupSchema,
  'a new user': userCreateSchema,
  'an edited user': userUpdateSchema,
  'a new password': passwordChangeSchema,
  altitude: altitudeSchema,
};

describe('the time grows linearly with the text in every field of an account', () => {
  it.each(
    Object.entries(TEXTS).flatMap(([form, { shape }]) =>
      Object.entries(shape).map(([field, schema]) => [form, field, schema as z.ZodType] as const),
    ),
  )('%s: %s', (_form, _field, schema) => expectLinear((text) => schema.safeParse(text)));

  it('roles in a list', () => {
    expectLinear((text) => userCreateSchema.shape.roles.safeParse([text]));
    expectLinear((list) => userCreateSchema.shape.roles.safeParse(list), letters);
  });
});

describe('the time grows linearly with the text in every field of every record', () => {
  it.each(RECORD_LIST)('$key', (definition) => {
    const context = { today: '2026-11-20', birth: '2026-01-01', others: [] };
    for (const name of definition.fieldNames) {
      expectLinear((text) => definition.flatSchema.safeParse({ [name]: text }));
      expectLinear((text) => warningsOf(definition, { [name]: text }, context));
    }
  });

  it.each(RECORD_LIST.flatMap(({ key, nest, schema }) => (nest ? [[key, nest.key, schema] as const] : [])))(
    '%s: a list of any length under %s',
    (_key, nest, schema) => {
      expectLinear((list) => schema.safeParse({ [nest]: list }), letters);
      expectLinear((list) => schema.safeParse({ [nest]: list }), objects);
    },
  );
});

describe('the time grows linearly with the text in every catalog', () => {
  it.each(Object.values(CATALOGS))('$key', (catalog) => {
    const schema = optionSchema(catalog);
    expectLinear((text) => schema.safeParse({ [catalog.field]: text }));
  });

  it('many lines', () => {
    const schema = manyOptionsSchema(CATALOGS.establecimiento);
    expectLinear((text) => schema.safeParse({ lineas: [text] }));
    expectLinear((lineas) => schema.safeParse({ lineas }), letters);
    expectLinear((lineas) => schema.safeParse({ lineas }), objects);
  });
});

it('the time grows linearly with the texts of a growth evaluation', () => {
  for (const field of ['sexo', 'edadDias', 'fechanacimiento', 'fecha', 'peso', 'medida', 'edema'])
    expectLinear((text) => evaluationRequestSchema.safeParse({ [field]: text }));
});

it('a quadratic function fails the measurement', () => {
  const quadratic = (text: string) => {
    let sum = 0;
    for (let step = 0; step < text.length ** 2 / 40; step += 1) sum += step % 7;
    return sum;
  };
  expect(() => expectLinear(quadratic)).toThrow(/letters: ms for 80000 characters/);
});
