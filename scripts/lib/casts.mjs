import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldAgainst } from './reached.mjs';
import { root } from './run.mjs';

/** Casts that bypass the compiler. */
const CAST = /\bas unknown as\b|\bas never\b/;
const CASTS = { reached: 4, unit: 'casts', whole: true };
const REASON = /^\s*(\/\/|\*|\/\*)/;

/** Checks that there are no more casts than before, each with a comment above it that gives the reason. @returns a result like that of a tool */
export function casts() {
  const files = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const castLines = files.flatMap((name) => {
    const lines = readFileSync(join(root, 'src', name), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      CAST.test(line) && !REASON.test(line)
        ? [{ at: `src/${name}:${index + 1}`, reasoned: REASON.test(lines[index - 1] ?? '') }]
        : [],
    );
  });
  const problems = castLines
    .filter(({ reasoned }) => !reasoned)
    .map(({ at }) => `${at}: a cast without its reason above it`);
  const { summary, problem } = heldAgainst('src', CASTS, castLines.length);
  if (problem) problems.push(problem);
  return {
    code: problems.length === 0 ? 0 : 1,
    summary,
    output: problems.join('\n'),
  };
}
