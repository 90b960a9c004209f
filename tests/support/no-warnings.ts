/** Of each process of Vitest and Playwright in which tests run: a warning of Node is a mistake until it is proved harmless and its cause is gone, so it fails the run. */
const LISTENS = Symbol.for('libreta.tests.warnings');

function fail(warning: Error): never {
  // Both show from where it came, as of any error that no test caught.
  throw warning;
}

const kept = process as unknown as Record<symbol, boolean>;
if (!kept[LISTENS]) process.on('warning', fail);
kept[LISTENS] = true;
