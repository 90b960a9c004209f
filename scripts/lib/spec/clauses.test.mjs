import { expect, it } from 'vitest';
import { readClauses, repeatedIds } from './clauses.mjs';
import { coveragePage } from './page.mjs';

const read = (...lines) => readClauses(lines.join('\n'), 'x.md');

it('reads clauses with section, heading and the reason for a missing proof', () => {
  const { clauses, problems } = read(
    '# 2. Screens',
    '',
    '- 2.1 Unknown paths redirect to /',
    '',
    '## /admin',
    '',
    '- 2.7 Column nombre',
    '  no proof: nobody can see it',
  );
  expect(problems).toEqual([]);
  expect(clauses).toMatchObject([
    { id: '2.1', section: '2. Screens', heading: '', statement: 'Unknown paths redirect to /', at: 'x.md:3' },
    { id: '2.7', section: '2. Screens', heading: '/admin', statement: 'Column nombre', reason: 'nobody can see it' },
  ]);
});

it('reports lines that are no clause and clauses in the wrong section', () => {
  expect(read('# 2. Screens', '- 3.1 Elsewhere', 'some words', '  no proof: of nothing').problems).toEqual([
    'x.md:2: clause 3.1 stands in section 2',
    'x.md:3: not a heading, "- 2.14 statement" or, below one, "  no proof: why"',
    'x.md:4: not a heading, "- 2.14 statement" or, below one, "  no proof: why"',
  ]);
});

it('no id is given twice', () => {
  const { clauses } = read('# 2. Screens', '- 2.1 One', '- 2.2 Two', '- 2.1 Three');
  expect(repeatedIds(clauses)).toEqual(['x.md:4: clause 2.1 is already at x.md:2']);
});

it('the page has each clause with its proofs, or why it has none', () => {
  const { clauses } = read('# 2. Screens', '- 2.1 One', '- 2.2 Two', '  no proof: gone', '## /admin', '- 2.3 Three');
  const proofs = [
    { id: '2.3', file: 'a.test.ts', title: 'later' },
    { id: '2.1', file: 'a.test.ts', title: 'first' },
    { id: '2.1', file: 'b.test.ts', title: 'list › again' },
  ];
  expect(coveragePage(clauses, proofs).split('\n').slice(4)).toEqual([
    '## 2. Screens',
    '',
    '- 2.1 One → `a.test.ts` › first; `b.test.ts` › list › again',
    '- 2.2 Two → no proof: gone',
    '',
    '### /admin',
    '',
    '- 2.3 Three → `a.test.ts` › later',
    '',
  ]);
});
