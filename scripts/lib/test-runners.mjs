import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './run.mjs';

/** Reads a runner's report; skipped tests count as failed, and so does a failure that no test stands for. */
function outcome(code, { passed, failed }) {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

export async function vitest(project, reports) {
  const file = join(reports, `${project}.json`);
  const { code } = await tool('vitest/vitest.mjs', [
    ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const withoutTests = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status === 'passed'),
  );
  const passed = report.numPassedTests;
  return outcome(code, { passed, failed: report.numTotalTests - passed + withoutTests.length });
}

export async function playwright(reports) {
  const file = join(reports, 'e2e.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code } = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env });
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return outcome(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped });
}
