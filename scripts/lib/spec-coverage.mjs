import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './run.mjs';

const PAGE = 'docs/spec-coverage.md';
/** A statement, the file that implements it and the test that proves it: "- statement → `file` → `test file` › title". */
const LINE = /^- (.+?) → `(src\/[^`]+)` → `((?:src|tests)\/[^`]+)` › (\S.*)$/;
const HEADING = /^#{1,3} \S/;
/** Under this heading plain lines, "* …", say what there is nothing to prove of yet. */
const NOT_BUILT = '## Not built yet';

const inProject = (path) => resolve(root, path);
const isFile = (path) => existsSync(inProject(path)) && statSync(inProject(path)).isFile();
const read = (path) => readFileSync(inProject(path), 'utf8');

/** @returns what is wrong with one statement of the page. */
function problemsOf(line) {
  const [, , file, test, title] = LINE.exec(line) ?? [];
  if (!title) return ['not "- statement → `src/…` → `test file` › title"'];
  const missing = [file, test].filter((path) => !isFile(path)).map((path) => `there is no ${path}`);
  return missing.length > 0 || read(test).includes(title) ? missing : [`${test} has no "${title}"`];
}

/** Whether every statement of the page names a file that is there and a test that is there; answers as a tool does. */
export function specCoverage() {
  const lines = isFile(PAGE) ? read(PAGE).split(/\r?\n/) : [];
  const end = lines.includes(NOT_BUILT) ? lines.indexOf(NOT_BUILT) : lines.length;
  let statements = 0;
  const problems = lines.flatMap((line, index) => {
    if (line === '' || HEADING.test(line) || (index > end && line.startsWith('* '))) return [];
    statements += 1;
    return problemsOf(line).map((problem) => `${PAGE}:${index + 1}: ${problem}`);
  });
  if (statements === 0) problems.push(`${PAGE} names no statement`);
  return { code: problems.length === 0 ? 0 : 1, output: problems.join('\n') };
}
