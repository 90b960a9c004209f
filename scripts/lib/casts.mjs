import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** What tells the compiler to believe us. */
const CAST = /\bas unknown as\b|\bas never\b/;
const MOST = 10;
const REASON = /^\s*(\/\/|\*|\/\*)/;

/** Whether the source casts past the compiler at most so often, each time with its reason in the line above; answers as a tool does. */
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
  if (castLines.length > MOST) problems.push(`${castLines.length} casts, at most ${MOST}`);
  return {
    code: problems.length === 0 ? 0 : 1,
    summary: `${castLines.length} of at most ${MOST}`,
    output: problems.join('\n'),
  };
}
