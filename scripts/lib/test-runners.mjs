import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, tool } from './run.mjs';

/** Reads a runner's report. Skipped tests and failures outside tests count as failed. */
function outcome(code, { passed, failed, failures, files }) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed, failures, files };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals take for colours.
const COLOURS = /\u001b\[[0-9;]*m/g;
const LONGEST_LINE = 300;

/** A failed test and the first line of its message. */
const failureOf = (file, name, message) => {
  const [firstLine = ''] = (message ?? '').replace(COLOURS, '').trim().split('\n');
  return `${[relative(root, file), name].filter(Boolean).join(' › ')}: ${firstLine || 'it did not pass'}`.slice(
    0,
    LONGEST_LINE,
  );
};

/** @returns a line for each failed test of Vitest's report, and for each file that failed without one */
export const failuresOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status !== 'passed');
    if (failed.length === 0 && status === 'failed') return [failureOf(file, '', message)];
    return failed.map((one) =>
      failureOf(file, [...one.ancestorTitles, one.title].join(' › '), one.failureMessages?.[0] ?? one.status),
    );
  });

const LONGEST_PAGE = 40;

/** What the page showed when a test failed, as Playwright attaches it: the roles and texts of its accessibility tree. */
function pageOf(results) {
  const { path } =
    results.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === 'error-context') ?? {};
  const [, page = ''] =
    /^```yaml\n(.*?)\n```$/ms.exec(path && existsSync(path) ? readFileSync(path, 'utf8') : '') ?? [];
  const lines = page.split('\n').filter(Boolean);
  return lines.slice(0, LONGEST_PAGE).map((line) => `    ${line.slice(0, LONGEST_LINE)}`);
}

/** @returns as `failuresOfVitest`, for Playwright, with the page that each failed test saw; a test that passed on retry counts as failed */
export const failuresOfPlaywright = ({ suites = [], errors = [], config }) => {
  const ofSuite = (suite, above) => {
    const names = suite.title === suite.file ? above : [...above, suite.title];
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status !== 'expected')
        .flatMap(({ status, results }) => {
          const message = results.flatMap((result) => result.errors ?? [])[0]?.message;
          const name = [...names, spec.title].join(' › ');
          return [failureOf(join(config.rootDir, spec.file), name, message ?? status), ...pageOf(results)];
        }),
    );
    return [...own, ...(suite.suites ?? []).flatMap((inner) => ofSuite(inner, names))];
  };
  return [
    ...errors.map(({ message, location }) => failureOf(location?.file ?? config.rootDir, '', message)),
    ...suites.flatMap((suite) => ofSuite(suite, [])),
  ];
};

/** The final list of failures by part; empty when all passed. @param parts each with its title and a line per failure */
export const failedTests = (parts) =>
  parts
    .filter(({ failed }) => failed > 0)
    .flatMap(({ title, failures = [] }) => [
      `${title}:`,
      ...(failures.length > 0 ? failures : ['it failed as a whole; what it printed says why']).map(
        (line) => `  ${line}`,
      ),
    ]);

/** @returns the duration of each file in Vitest's report, in ms */
export const timesOfVitest = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({ file: relative(root, name), ms: endTime - startTime }));

/** @returns the total duration of each file's tests in Playwright's report, in ms */
export const timesOfPlaywright = ({ suites = [], config }) => {
  const ofSuite = (suite) =>
    (suite.specs ?? [])
      .flatMap((spec) => spec.tests.flatMap((test) => test.results.map(({ duration = 0 }) => duration)))
      .concat((suite.suites ?? []).map(ofSuite))
      .reduce((sum, ms) => sum + ms, 0);
  return suites.map((suite) => ({ file: relative(root, join(config.rootDir, suite.file)), ms: ofSuite(suite) }));
};

/** @param files each with its ms @returns a line for each of the ten slowest, slowest first */
export const slowestFiles = (files) =>
  files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${file}`);

/** @param projects of vitest.config.ts, in one run @param options for Vitest @param variables added to the environment */
export async function vitest(projects, reports, { options = [], variables = {} } = {}) {
  const file = join(reports, `${projects.join('+')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const { code } = await tool(
    'vitest/vitest.mjs',
    ['run', ...chosen, ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env: { ...process.env, ...variables } },
  );
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const withoutTests = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status === 'passed'),
  );
  const passed = report.numPassedTests;
  const failed = report.numTotalTests - passed + withoutTests.length;
  return outcome(code, { passed, failed, failures: failuresOfVitest(report), files: timesOfVitest(report) });
}

/** @param lane of playwright.config.ts: `short` or `long` */
export async function playwright(lane, reports) {
  const file = join(reports, 'e2e.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_LANE: lane };
  const { code } = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { stats } = report;
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  return outcome(code, {
    ...{ passed: stats.expected, failed },
    ...{ failures: failuresOfPlaywright(report), files: timesOfPlaywright(report) },
  });
}
