import { expect, test } from 'vitest';
import { RECORD_LIST } from '../records/index.ts';
import { templateColumns } from './template.ts';

const HEAD = `# The columns of the templates

Generated from the declarations: \`npx vitest run --project unit src/domain/importing/template.test.ts -u\`
writes this page anew. How an import works is in [import.md](import.md).
`;

const cell = (text: string) => text.replaceAll('|', '\\|');

/** One table for each kind of file: column, whether it must be there, an example, and what it takes. */
const page = [
  HEAD,
  ...RECORD_LIST.map((definition) => {
    const rows = templateColumns(definition).map(({ label, required, example, takes }) =>
      [label, required ? 'sí' : '', example, takes].map(cell).join(' | '),
    );
    return [
      `## ${definition.parent ? definition.titles.short : definition.exported?.name} (\`${definition.key}\`)\n`,
      '| columna | obligatoria | ejemplo | qué lleva |',
      '|---|---|---|---|',
      ...rows.map((row) => `| ${row} |`),
      '',
    ].join('\n');
  }),
].join('\n');

test('the page with the columns of the templates follows the declarations', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/import-columns.md');
});
