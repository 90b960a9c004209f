import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldAgainst } from './reached.mjs';
import { root } from './run.mjs';

/** What tells the compiler to believe us. */
const CAST = /\bas unknown as\b|\bas never\b/;
const CASTS = { reached: 4, unit: 'casts', whole: true };
const REASON = /^\s*(\/\/|\*|\/\*)/;

/** Whether the source casts past the compiler no more than it did, each time with its reason in the line above; answers as a tool does. */
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
  const { told, problem } = heldAgainst('src', CASTS, castLines.length);
  if (problem) problems.push(problem);
  return {
    code: problems.length === 0 ? 0 : 1,
    summary: told,
    output: problems.join('\n'),
  };
}
