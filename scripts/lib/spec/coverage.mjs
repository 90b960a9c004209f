import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { readClauses, repeatedIds } from './clauses.mjs';
import { coveragePage } from './page.mjs';
import { proofsOf } from './proofs.mjs';

export const PAGE = 'docs/spec-coverage.md';
const CLAUSES = 'tests/specification';

const read = (path) => readFileSync(join(root, path), 'utf8');
const filesUnder = (folder, name) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => name.test(path))
    .sort();

/** Clauses without a proof, and those that have one although they say why they have none. */
function unproved(clauses, proofs) {
  const proved = new Set(proofs.map(({ id }) => id));
  return clauses.flatMap(({ id, at, statement, reason }) => {
    if (proved.has(id)) return reason ? [`${at}: clause ${id} is proved, and says why it is not`] : [];
    return reason ? [] : [`${at}: no test proves ${id}, "${statement}"`];
  });
}

/** The page as clauses and tests have it now, and what is wrong with them. */
export function coverage() {
  const sections = filesUnder(CLAUSES, /\.md$/).map((path) => readClauses(read(path), path));
  const clauses = sections.flatMap((section) => section.clauses);
  const known = new Set(clauses.map(({ id }) => id));
  const testFiles = ['src', 'tests'].flatMap((folder) =>
    filesUnder(folder, /\.tsx?$/).map((path) => proofsOf(read(path), path, known)),
  );
  const proofs = testFiles.flatMap((file) => file.proofs);
  const problems = [...sections, ...testFiles].flatMap((file) => file.problems);
  return {
    problems: [...problems, ...repeatedIds(clauses), ...unproved(clauses, proofs)],
    page: coveragePage(clauses, proofs),
  };
}

/** Whether each clause has its proof and the page says so; answers as a tool does. */
export function specCoverage() {
  const { problems, page } = coverage();
  const current = existsSync(join(root, PAGE)) && read(PAGE).replaceAll('\r\n', '\n') === page;
  if (problems.length === 0 && !current) problems.push(`${PAGE} is not as the tests have it: npm run spec`);
  return { code: problems.length === 0 ? 0 : 1, output: problems.join('\n') };
}
