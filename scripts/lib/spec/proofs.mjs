import { testsOf } from './tests-of-file.mjs';

/** The test files of both runners, as in vitest.config.ts and playwright.config.ts. */
const TEST_FILE = /^(src\/.+\.test\.tsx?|tests\/integration\/.+\.int\.test\.ts|tests\/e2e\/.+\.e2e\.ts)$/;

/** A clause of the specification, a range of clauses, or a rule of the device's state machines. */
const ID = String.raw`(?:\d+\.\d+(?:-\d+\.\d+)?|[A-Z]\d+)`;
const RULE = /^[A-Z]\d+$/;
const ANNOTATION = new RegExp(String.raw`^\s*// proves (${ID}(?:, ${ID})*)$`);
/** Text that looks like a mistyped annotation. */
const ALIKE = /\/[/*]+\s*proves\b.*\d/i;

/** "C3" is a rule; "2.4-2.7" is every clause of the range. */
function idsOf(part) {
  if (RULE.test(part)) return [part];
  const [[section, first], [other, last]] = [part.split('-')[0], part.split('-').at(-1)].map((id) => id.split('.'));
  const count = Number(last) - Number(first) + 1;
  if (section !== other || (part.includes('-') && count < 2)) return undefined;
  return Array.from({ length: count }, (_, index) => `${section}.${Number(first) + index}`);
}

/** The clauses that a file's tests prove: "// proves 2.14, 3.1-3.4" in the line above a test. @param {Set<string>} clauseIds the ids of all clauses */
export function proofsOf(source, path, clauseIds) {
  const lines = source.split(/\r?\n/);
  const problems = [];
  const proofs = [];
  if (!lines.some((line) => ALIKE.test(line))) return { proofs, problems };
  const tests = TEST_FILE.test(path) ? testsOf(source, path) : new Map();
  lines.forEach((line, index) => {
    const wrong = (problem) => problems.push(`${path}:${index + 1}: ${problem}`);
    if (!ALIKE.test(line)) return;
    const [, list] = ANNOTATION.exec(line) ?? [];
    const test = tests.get(index + 2);
    if (!list) wrong('write it "// proves 2.14, 3.1-3.4", on a line of its own');
    else if (!TEST_FILE.test(path)) wrong('no runner takes this file for tests');
    else if (!test) wrong('no test begins in the next line');
    else if (test.against) wrong(`the test below it is no proof: ${test.against}`);
    else
      for (const part of list.split(', ')) {
        const ids = idsOf(part);
        const unknown = ids?.filter((id) => !clauseIds.has(id));
        if (!ids) wrong(`${part} is no range`);
        else if (unknown.length > 0) wrong(`there is no clause ${unknown.join(', ')}`);
        else proofs.push(...ids.map((id) => ({ id, file: path, title: test.title })));
      }
  });
  return { proofs, problems };
}
