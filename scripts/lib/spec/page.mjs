const PREAMBLE = [
  '# What the specification says, and what proves it',
  '',
  'The clauses are in `tests/specification`; a test names those that it proves in the line above it.',
];

const proofOf = ({ file, title }) => `\`${file}\` › ${title}`;

/** All clauses in order, each with the tests that prove it. */
export function coveragePage(clauses, proofs) {
  const lines = [...PREAMBLE];
  let { section, heading } = {};
  for (const clause of clauses) {
    if (clause.section !== section) lines.push('', `## ${clause.section}`);
    if (clause.heading && (clause.section !== section || clause.heading !== heading))
      lines.push('', `### ${clause.heading}`);
    if (clause.section !== section || clause.heading !== heading) lines.push('');
    ({ section, heading } = clause);
    const provedBy = proofs.filter(({ id }) => id === clause.id).map(proofOf);
    lines.push(
      `- ${clause.id} ${clause.statement} → ${clause.reason ? `no proof: ${clause.reason}` : provedBy.join('; ')}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
