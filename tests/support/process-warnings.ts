import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A warning printed by Node, such as `(node:4711) MaxListenersExceededWarning: …`, with its stack. */
const WARNING = /^\(node:\d+\)[^\n]*(?:\n {4}at [^\n]*)*/gm;

/** Options of Node for programs that tests start. */
export const NODE_OPTIONS = [
  // PGlite starts in 40 % less time without the optimizing compiler.
  '--liftoff-only',
  '--trace-warnings',
];

interface Watched {
  /** The output so far. */
  output(): string;
  /** The exit code, after all output. @throws Error if Node printed a warning */
  readonly ended: Promise<number>;
}

/** Reads the output of a Node program. @param print receives it as it arrives */
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
  // Prevents an unhandled rejection if nothing awaits the end.
  ended.catch(() => undefined);
  return { output: () => output, ended };
}
