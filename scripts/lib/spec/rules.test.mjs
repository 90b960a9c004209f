import { expect, it } from 'vitest';
import { proofsOf } from './proofs.mjs';
import { readRules } from './rules.mjs';

const SPEC = ['# Machine', '', 'What it is.', '', '## Courier', '', '- **C1** First.', '- **C2** Second, as C1.'].join(
  '\n',
);

it('reads each rule with its place', () => {
  expect(readRules(SPEC, 'SPEC.md')).toEqual({
    rules: [
      { id: 'C1', statement: 'First.', at: 'SPEC.md:7' },
      { id: 'C2', statement: 'Second, as C1.', at: 'SPEC.md:8' },
    ],
    problems: [],
  });
});

it.each(['- C3 third', '* **C3** third', '- **C3**third', '  - **C3** third'])('another form: %s', (line) => {
  const { rules, problems } = readRules(line, 'SPEC.md');
  expect([rules, problems]).toEqual([[], ['SPEC.md:1: write it "- **C3** statement"']]);
});

it('a test may cite rules and clauses, and only existing ones', () => {
  const clauseIds = new Set(['C1', 'C2', '2.4']);
  const cite = (what) => proofsOf(`// proves ${what}\nit('a', () => {});`, 'src/domain/device/a.test.ts', clauseIds);
  expect(cite('C1, C2, 2.4').proofs.map(({ id }) => id)).toEqual(['C1', 'C2', '2.4']);
  expect(cite('C3')).toMatchObject({ proofs: [], problems: [expect.stringContaining('there is no clause C3')] });
});
