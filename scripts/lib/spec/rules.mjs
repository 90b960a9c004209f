const HEADING = /^#{1,2} \S.*$/;
const RULE = /^- \*\*([A-Z]\d+)\*\* (\S.*)$/;
/** A line that looks like a mistyped rule. */
const ALIKE = /^\s*[-*].*\b[A-Z]\d+\b/;

/** Reads the rules of a state machine: "- **C3** statement". Other lines are headings and paragraphs. @returns rules like `readClauses` */
export function readRules(text, path) {
  const rules = [];
  const problems = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const [, id, statement] = RULE.exec(line) ?? [];
    if (id) rules.push({ id, statement, at: `${path}:${index + 1}` });
    else if (!HEADING.test(line) && ALIKE.test(line))
      problems.push(`${path}:${index + 1}: write it "- **C3** statement"`);
  });
  return { rules, problems };
}
