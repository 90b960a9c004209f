import { describe, expect, it } from 'vitest';
import { proofsOf } from './proofs.mjs';

const FILE = 'src/domain/some.test.ts';
const CLAUSE_IDS = new Set(['2.4', '2.5', '2.6', '3.1']);

const read = (source, path = FILE) => proofsOf(source, path, CLAUSE_IDS);
const proved = (source) => {
  const { proofs, problems } = read(source);
  expect(problems).toEqual([]);
  return proofs.map(({ id, title }) => `${id} ${title}`);
};
const problemsOf = (source, path) => {
  const { proofs, problems } = read(source, path);
  expect(proofs).toEqual([]);
  return problems;
};

describe('the annotation of a test', () => {
  it('is in the line above it, also in a group', () => {
    const source = `
      describe('list', () => {
        /** Why. */
        // proves 2.4, 3.1
        it('has columns', () => {});
        it('has rows', () => {});
      });`;
    expect(proved(source)).toEqual(['2.4 list › has columns', '3.1 list › has columns']);
  });

  it('may be a range', () => {
    expect(proved("// proves 2.4-2.6, 3.1\ntest('all', () => {});")).toEqual([
      '2.4 all',
      '2.5 all',
      '2.6 all',
      '3.1 all',
    ]);
  });

  it.each([
    ['it.each([1, 2])("%i is", () => {})', '%i is'],
    ['it.concurrent.for([1, 2])("%i is", () => {})', '%i is'],
    ['it("waits", () => { if (late) expect.fail("too late"); })', 'waits'],
    ['test("slow", { timeout: 9 }, async () => {})', 'slow'],
    [`test(\`\${key}: a list\`, async ({ page }) => {})`, `\${key}: a list`],
  ])('%s', (test, title) => {
    expect(proved(`// proves 2.4\n${test};`)).toEqual([`2.4 ${title}`]);
  });

  it('may be above a loop or condition that contains only the test', () => {
    const source = `
      describe.each(RECORDS)('$key', (record) => {
        // proves 2.4
        if (record.parent)
          it('names its parent', () => {});
      });
      // proves 2.5
      for (const kind of KINDS)
        test.describe(kind.title, () => {
          // proves 2.6
          test('opens', () => {});
        });`;
    const { proofs, problems } = read(source);
    expect(proofs.map(({ id, title }) => `${id} ${title}`)).toEqual([
      '2.4 $key › names its parent',
      `2.6 \${kind.title} › opens`,
    ]);
    expect(problems).toEqual([`${FILE}:7: no test begins in the next line`]);
  });

  it('may be a component’s', () => {
    const { proofs } = proofsOf(
      '// proves 2.4\nit("shows", () => { render(<p>x</p>); });',
      'src/web/ui/a.test.tsx',
      CLAUSE_IDS,
    );
    expect(proofs).toEqual([{ id: '2.4', file: 'src/web/ui/a.test.tsx', title: 'shows' }]);
  });
});

describe('an error is', () => {
  it.each([
    ['no test below', '// proves 2.4\nconst x = 1;', 'no test begins in the next line'],
    ['a line between', "// proves 2.4\n\nit('a', () => {});", 'no test begins in the next line'],
    ['a group below', "// proves 2.4\ndescribe('a', () => {});", 'no test begins in the next line'],
    ['a test that does nothing', "// proves 2.4\nit('a');", 'no test begins in the next line'],
    ['an unknown clause', "// proves 2.9\nit('a', () => {});", 'there is no clause 2.9'],
    ['a range with a gap', "// proves 2.5-2.7\nit('a', () => {});", 'there is no clause 2.7'],
    ['a range over sections', "// proves 2.4-3.1\nit('a', () => {});", '2.4-3.1 is no range'],
    ['a range backwards', "// proves 2.6-2.4\nit('a', () => {});", '2.6-2.4 is no range'],
  ])('%s', (_what, source, problem) => {
    expect(problemsOf(source)).toEqual([`${FILE}:1: ${problem}`]);
  });

  it.each(['// proves: 2.4', '// Proves 2.4', '// proves 2.4 and 2.5', '/* proves 2.4 */', 'let x; // proves 2.4'])(
    'another form: %s',
    (line) => {
      const form = 'write it "// proves 2.14, 3.1-3.4", on a line of its own';
      expect(problemsOf(`${line}\nit('a', () => {});`)).toEqual([`${FILE}:1: ${form}`]);
    },
  );

  it.each([
    "it.skip('a', () => {});",
    "it.todo('a', () => {});",
    "test.fixme('a', () => {});",
    "it.fails('a', () => {});",
    "it.runIf(process.env.CI)('a', () => {});",
    "it('a', { skip: true }, () => {});",
    "test('a', async ({ page }) => { test.skip(!page); });",
    "it('a', ({ skip }) => { skip(); });",
    "it.sometimes('a', () => {});",
  ])('a test that may be left out: %s', (test) => {
    expect(problemsOf(`// proves 2.4\n${test}`)).toEqual([
      expect.stringContaining(`${FILE}:1: the test below it is no proof: `),
    ]);
  });

  it.each([
    "describe.skip('a', () => {\n// proves 2.4\nit('b', () => {});\n});",
    "test.describe('a', () => {test.skip(true);\n// proves 2.4\ntest('b', () => {});\n});",
    "if (process.env.CI) {\n// proves 2.4\nit('b', () => {});\n}",
    "function never() {\n// proves 2.4\nit('b', () => {});\n}",
  ])('a test in what may be left out: %s', (source) => {
    expect(problemsOf(source)).toEqual([expect.stringContaining(`${FILE}:2: the test below it is no proof: `)]);
  });

  it('a file that no runner takes', () => {
    for (const path of ['src/domain/some.ts', 'tests/support/some.test.ts', 'tests/e2e/some.test.ts'])
      expect(problemsOf("// proves 2.4\nit('a', () => {});", path)).toEqual([
        `${path}:1: no runner takes this file for tests`,
      ]);
  });
});
