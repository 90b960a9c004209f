import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AGGREGATES } from '#domain/dhis2/aggregates.ts';

it('the documentation has the definition of every figure and of no other', () => {
  const page = readFileSync(new URL('../../../../docs/exchange.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('### The figures');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(
    Object.entries(AGGREGATES).map(
      ([key, { name, definition, period, source }]) =>
        `| \`${key}\` | ${name} | ${definition} | ${period} | ${source} |`,
    ),
  );
});
