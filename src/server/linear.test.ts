import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { listVisits } from '#domain/calls/follow-up.ts';
import { chosenIdSchema, versionSchema } from '#domain/calls/ids.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { countBySex } from '#domain/calls/reports.ts';
import { listUsers } from '#domain/calls/users.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { UUID } from '#domain/uuid.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { expectLinear } from '../../tests/support/linear.ts';
import { sheetRows } from './modules/exports/sheet-xml.ts';

vi.setConfig({ testTimeout: 60_000 });

const QUERIES: Readonly<Record<string, z.ZodObject>> = {
  ...Object.fromEntries(RECORD_LIST.map((record) => [record.key, recordCalls(record).list.query])),
  seguimiento: listVisits.query,
  usuarios: listUsers.query,
  reportes: countBySex.query,
};

describe('validating a field of a query takes time linear in its text', () => {
  it.each(Object.entries(QUERIES))('%s', (_, { shape }) => {
    for (const schema of Object.values(shape)) {
      expectLinear((text) => (schema as z.ZodType).safeParse(text));
      // The same key many times is a list.
      expectLinear<string[]>(
        (list) => (schema as z.ZodType).safeParse(list),
        (text) => text.split(''),
      );
    }
  });
});

it.each<[string, (text: string) => unknown]>([
  ['an id', (text) => UUID.test(text)],
  ['a chosen id', (text) => chosenIdSchema.safeParse(text)],
  ['a version', (text) => versionSchema.safeParse(text)],
  ['a cell of a sheet', (text) => sheetRows(2, [[text]])],
  ['a logged error', (text) => errorForLog(Object.assign(new Error('x'), { stack: text }))],
])('%s takes time linear in its text', (_, work) => expectLinear(work));

it('of a stack only the frames are logged', () => {
  const { stack } = errorForLog(new Error('broken\n    at nowhere')) as { stack: string[] };
  expect(stack.length).toBeGreaterThan(0);
  for (const frame of stack) expect(frame).toMatch(/^at (?!nowhere)/);
});
