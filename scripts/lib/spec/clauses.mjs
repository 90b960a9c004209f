const SECTION = /^# ((\d+)\. \S.*)$/;
const HEADING = /^## (\S.*)$/;
const CLAUSE = /^- ((\d+)\.\d+) (\S.*)$/;
const NO_PROOF = /^ {2}no proof: (\S.*)$/;

/** The clauses of one file: "# 2. Section", "## Heading", "- 2.14 statement" and, below a clause without a test, "  no proof: why". */
export function readClauses(text, path) {
  const clauses = [];
  const problems = [];
  let section = ['', ''];
  let heading = '';
  text.split(/\r?\n/).forEach((line, index) => {
    const wrong = (problem) => problems.push(`${path}:${index + 1}: ${problem}`);
    const [, id, of, statement] = CLAUSE.exec(line) ?? [];
    const last = clauses.at(-1);
    if (SECTION.test(line)) section = SECTION.exec(line).slice(1);
    else if (HEADING.test(line)) heading = HEADING.exec(line)[1];
    else if (NO_PROOF.test(line) && last?.line === index) last.reason = NO_PROOF.exec(line)[1];
    else if (statement) {
      if (of !== section[1]) wrong(`clause ${id} stands in section ${section[1]}`);
      clauses.push({ id, section: section[0], heading, statement, at: `${path}:${index + 1}`, line: index + 1 });
    } else if (line !== '') wrong('not a heading, "- 2.14 statement" or, below one, "  no proof: why"');
  });
  return { clauses, problems };
}

/** Clauses with the same id. */
export function repeatedIds(clauses) {
  const first = new Map();
  return clauses.flatMap(({ id, at }) => {
    if (first.has(id)) return [`${at}: clause ${id} is already at ${first.get(id)}`];
    first.set(id, at);
    return [];
  });
}
