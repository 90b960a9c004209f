import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { readClauses, repeatedIds } from './clauses.mjs';
import { coveragePage } from './page.mjs';
import { proofsOf } from './proofs.mjs';
import { readRules } from './rules.mjs';

const CLAUSES = 'tests/specification';
const RULES = 'src/domain/device/SPEC.md';

const read = (path) => readFileSync(join(root, path), 'utf8');
const filesUnder = (folder, name) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => name.test(path))
    .sort();

/** Clauses without a test or a reason, and those with both. */
function unproved(clauses, proofs) {
  const proved = new Set(proofs.map(({ id }) => id));
  return clauses.flatMap(({ id, at, statement, reason }) => {
    if (proved.has(id)) return reason ? [`${at}: ${id} is proved, and says why it is not`] : [];
    return reason ? [] : [`${at}: no test proves ${id}, "${statement}"`];
  });
}

/** The current page, and problems with it. */
export function coverage() {
  const sections = filesUnder(CLAUSES, /\.md$/).map((path) => readClauses(read(path), path));
  const clauses = sections.flatMap((section) => section.clauses);
  const device = readRules(read(RULES), RULES);
  const clauseIds = new Set([...clauses, ...device.rules].map(({ id }) => id));
  const testFiles = ['src', 'tests'].flatMap((folder) =>
    filesUnder(folder, /\.tsx?$/).map((path) => proofsOf(read(path), path, clauseIds)),
  );
  const proofs = testFiles.flatMap((file) => file.proofs);
  const problems = [...sections, device, ...testFiles].flatMap((file) => file.problems);
  const all = [...clauses, ...device.rules];
  const ofClauses = new Set(clauses.map(({ id }) => id));
  return {
    problems: [...problems, ...repeatedIds(all), ...unproved(all, proofs)],
    page: () =>
      coveragePage(
        clauses,
        proofs.filter(({ id }) => ofClauses.has(id)),
      ),
  };
}

/** Fails when a clause has no proof; answers as a tool of `npm run check` does. */
export function specCoverage() {
  const { problems } = coverage();
  return { code: problems.length === 0 ? 0 : 1, output: problems.join('\n') };
}
