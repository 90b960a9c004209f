import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './dependencies.mjs';
import { prepareDependencies } from './prepare.mjs';
import { root, runOrFail, StepFailed, tool } from './run.mjs';

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

/** Installs the validators and clients of tests/exchange, a package of its own: with it `npm start` would download 480 MB more. */
export async function prepareExchange() {
  console.log('Instalando los validadores de FHIR…');
  const installing = npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: join(root, 'tests/exchange') });
  await runOrFail('No se pudieron instalar los validadores de FHIR (npm ci).', installing);
}
