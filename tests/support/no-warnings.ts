/** A warning of Node fails the run in every process of Vitest and Playwright. */
const LISTENS = Symbol.for('libreta.tests.warnings');

function fail(warning: Error): never {
  // Both runners show its stack as that of an uncaught error.
  throw warning;
}

const kept = process as unknown as Record<symbol, boolean>;
if (!kept[LISTENS]) process.on('warning', fail);
kept[LISTENS] = true;
