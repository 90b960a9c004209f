import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.mjs';
import {
  failedTests,
  failuresOfPlaywright,
  failuresOfVitest,
  slowestFiles,
  timesOfPlaywright,
  timesOfVitest,
} from './test-runners.mjs';

const passed = { ancestorTitles: [], title: 'bien', status: 'passed', failureMessages: [] };

it("Vitest's report gives each failed test and each unreadable file", () => {
  const file = (name) => join(root, 'tests/integration', name);
  const failed = {
    ancestorTitles: ['una lista'],
    title: 'es entera',
    status: 'failed',
    failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at somewhere'],
  };
  const skipped = { ...passed, title: 'luego', status: 'pending' };
  expect(
    failuresOfVitest({
      testResults: [
        { name: file('a.test.ts'), status: 'failed', message: '', assertionResults: [passed, failed, skipped] },
        { name: file('b.test.ts'), status: 'failed', message: 'Cannot find it\nhere', assertionResults: [] },
        { name: file('c.test.ts'), status: 'failed', message: 'afterAll broke', assertionResults: [passed] },
        { name: file('d.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
      ],
    }),
  ).toEqual([
    'tests/integration/a.test.ts › una lista › es entera: AssertionError: expected 1 to be 2',
    'tests/integration/a.test.ts › luego: pending',
    'tests/integration/b.test.ts: Cannot find it',
    'tests/integration/c.test.ts: afterAll broke',
  ]);
});

it("Playwright's report also gives tests that passed on retry and errors outside tests", () => {
  const spec = (title, status, message) => ({
    title,
    file: 'x.e2e.ts',
    tests: [{ status, results: message ? [{ errors: [{ message }] }] : [{}] }],
  });
  const report = {
    config: { rootDir: join(root, 'tests/e2e') },
    errors: [{ message: 'No server\nat all' }],
    suites: [
      {
        ...{ title: 'x.e2e.ts', file: 'x.e2e.ts' },
        specs: [spec('opens', 'expected'), spec('closes', 'unexpected', 'Error: late\n  at')],
        suites: [{ title: 'on a phone', file: 'x.e2e.ts', specs: [spec('fits', 'flaky'), spec('turns', 'skipped')] }],
      },
    ],
  };
  expect(failuresOfPlaywright(report)).toEqual([
    'tests/e2e: No server',
    'tests/e2e/x.e2e.ts › closes: Error: late',
    'tests/e2e/x.e2e.ts › on a phone › fits: flaky',
    'tests/e2e/x.e2e.ts › on a phone › turns: skipped',
  ]);
});

it("Playwright's report also gives the page that a failed test saw, if it was kept", () => {
  const folder = mkdtempSync(join(tmpdir(), 'libreta-page-'));
  const path = join(folder, 'error-context.md');
  writeFileSync(path, '# Page snapshot\n\n```yaml\n- main:\n  - alert: Sin señal\n```\n\n# Test source\n');
  const spec = (title, attached) => {
    const result = { errors: [{ message: 'late' }], attachments: [{ name: 'error-context', path: attached }] };
    return { title, file: 'x.e2e.ts', tests: [{ status: 'unexpected', results: [result] }] };
  };
  const specs = [spec('opens', path), spec('closes', join(folder, 'lost.md'))];
  const report = {
    config: { rootDir: join(root, 'tests/e2e') },
    suites: [{ title: 'x.e2e.ts', file: 'x.e2e.ts', specs }],
  };
  expect(failuresOfPlaywright(report)).toEqual([
    ...['tests/e2e/x.e2e.ts › opens: late', '    - main:', '      - alert: Sin señal'],
    'tests/e2e/x.e2e.ts › closes: late',
  ]);
  rmSync(folder, { recursive: true });
});

it('failures are listed by part at the end, and nothing is printed if all passed', () => {
  expect(
    failedTests([
      { title: 'Unit tests', passed: 3, failed: 0, failures: [] },
      { title: 'End-to-end', passed: 1, failed: 2, failures: ['x › a: no', 'x › b: no'] },
      { title: 'Bench', passed: 0, failed: 1 },
    ]),
  ).toEqual([
    ...['End-to-end:', '  x › a: no', '  x › b: no'],
    ...['Bench:', '  it failed as a whole; what it printed says why'],
  ]);
  expect(failedTests([{ title: 'Unit tests', passed: 3, failed: 0, failures: [] }])).toEqual([]);
});

it('the ten slowest files of a part are listed, the slowest first', () => {
  const files = timesOfVitest({
    testResults: Array.from({ length: 12 }, (_, number) => ({
      name: join(root, `tests/integration/${number}.test.ts`),
      ...{ startTime: 1_000, endTime: 1_000 + number * 100 },
    })),
  });
  const lines = slowestFiles(files);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('     1.1 s  tests/integration/11.test.ts');
  expect(lines[9]).toBe('     0.2 s  tests/integration/2.test.ts');
});

it('a file of Playwright’s report takes as long as its tests together, each try counted', () => {
  const spec = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
  const report = {
    config: { rootDir: join(root, 'tests/e2e') },
    suites: [{ file: 'x.e2e.ts', specs: [spec(100, 20)], suites: [{ specs: [spec(3)] }] }],
  };
  expect(timesOfPlaywright(report)).toEqual([{ file: 'tests/e2e/x.e2e.ts', ms: 123 }]);
});
