import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDependencies } from './prepare.mjs';
import { StepFailed, tool } from './run.mjs';

/**
 * Finds or installs the programs that tests need besides Node.
 * @param keys of `TOOLS` in tests/support/tools.ts: `chromium`, `postgres`, `poppler`
 * @returns the path of each, by its key @throws StepFailed for a program that cannot be installed
 */
export async function prepareTools(keys) {
  await prepareDependencies();
  const folder = mkdtempSync(join(tmpdir(), 'libreta-tools-'));
  try {
    const report = join(folder, 'report.json');
    const { code } = await tool('tsx/dist/cli.mjs', ['tests/support/prepare-tools.ts', report, ...keys]);
    if (code !== 0) throw new StepFailed('', code);
    return JSON.parse(readFileSync(report, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
