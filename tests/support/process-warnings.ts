import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** As Node prints a warning of its own: `(node:4711) MaxListenersExceededWarning: …`, with where it arose if it is asked for that. */
const WARNING = /^\(node:\d+\)[^\n]*(?:\n {4}at [^\n]*)*/gm;

/** How Node runs a program that a test starts. */
export const NODE_OPTIONS = [
  // PGlite's program starts in 40 % less time when the compiler does not optimize it.
  '--liftoff-only',
  // A warning says where it arose.
  '--trace-warnings',
];

interface Watched {
  /** All that it printed so far. */
  output(): string;
  /** Its exit code, once it has ended and all that it printed has come. @throws Error where Node warned it: that fails the test */
  readonly ended: Promise<number>;
}

/** Reads what a program on Node prints that a test starts. @param print is given it as it comes */
export function watch(child: ChildProcess, what: string, print: (text: string) => void = () => undefined): Watched {
  let output = '';
  let errors = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (stream === child.stderr) errors += text;
      print(text);
    });
  }
  const ended = once(child, 'close').then(([code, signal]): number => {
    const warnings = errors.match(WARNING);
    if (warnings) throw new Error(`${what} was warned by Node:\n${warnings.join('\n')}`);
    return code ?? (signal === 'SIGKILL' ? 137 : 143);
  });
  // Whoever waits for the end is told; nobody has to.
  ended.catch(() => undefined);
  return { output: () => output, ended };
}
