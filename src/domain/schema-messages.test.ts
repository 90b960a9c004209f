import { expect, it } from 'vitest';
import { z } from 'zod';
import './schema-messages.ts';

it.each<[string, z.ZodType, unknown, string]>([
  ['a missing value', z.object({ a: z.string() }), {}, 'Este campo es obligatorio'],
  ['null', z.string(), null, 'Este campo es obligatorio'],
  ['another type than text', z.string(), 5, 'Debe ser un texto'],
  ['another type than number', z.number(), 'x', 'Debe ser un número'],
  ['NaN', z.number(), Number.NaN, 'Debe ser un número'],
  ['a fraction instead of a whole number', z.int(), 1.5, 'Debe ser un número'],
  ['beyond 2⁵³', z.int(), 2 ** 60, 'Debe ser un número'],
  ['below −2⁵³', z.int(), -(2 ** 60), 'Debe ser un número'],
  ['a number too large', z.number().max(5), 6, 'Debe ser un número'],
  ['a text too long', z.string().max(1), 'xx', 'Este dato no es válido'],
  ['a text too short', z.string().min(5), 'xx', 'Este dato no es válido'],
  ['a pattern', z.string().regex(/^a$/), 'b', 'Este dato no es válido'],
  ['an address', z.email(), 'b', 'Este dato no es válido'],
  ['an option', z.enum(['a', 'b']), 'c', 'Este dato no es válido'],
  ['a literal', z.literal('a'), 'c', 'Este dato no es válido'],
  ['one of several', z.union([z.int(), z.boolean()]), 'c', 'Este dato no es válido'],
  ['another type than a list', z.array(z.string()), 'c', 'Este dato no es válido'],
  ['a list too long', z.array(z.string()).max(1), ['a', 'b'], 'Este dato no es válido'],
  ['another type than an object', z.object({}), [], 'Este dato no es válido'],
  ['another type than a flag', z.boolean(), 'c', 'Este dato no es válido'],
  ['unknown keys', z.strictObject({}), { a: 1 }, 'Este dato no es válido'],
  ['a refinement', z.string().refine(() => false), 'c', 'Este dato no es válido'],
  ['an invalid date', z.iso.date(), 'c', 'Este dato no es válido'],
])('%s has a Spanish default message', (_, schema, input, message) => {
  expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
