import './lib/require-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultTable, madeBy } from './lib/fault-table.mjs';
import { prepareBuild } from './lib/prepare.mjs';
import { main, root, StepFailed, tool } from './lib/run.mjs';
import { prepareTools } from './lib/tools.mjs';

const DOCUMENT = join(root, 'docs/reliability.md');
const [BEGIN, END] = ['<!-- faults -->', '<!-- /faults -->'];

/** @param folder of PostgreSQL's programs */
const postgresVersion = (folder) =>
  String(execFileSync(join(folder, 'postgres'), ['--version']))
    .trim()
    .replace('postgres (PostgreSQL)', 'PostgreSQL');

/** Replaces the text between the marks. */
function written(document, text) {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new StepFailed(`docs/reliability.md has no ${BEGIN} … ${END}.`);
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}

/** Provokes all faults, or those of the files whose names contain an argument; `--write` stores the figures in docs/reliability.md. */
await main(async () => {
  const args = process.argv.slice(2);
  const write = args.includes('--write');
  const names = args.filter((name) => name !== '--write');
  if (write && names.length > 0) throw new StepFailed('--write is for a run of all faults.');
  const { postgres } = await prepareTools(['postgres']);
  await prepareBuild();
  const folder = mkdtempSync(join(tmpdir(), 'libreta-faults-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report');
  const started = Date.now();
  const env = { ...process.env, FAULTS_REPORT: report };
  const { code } = await tool('vitest/vitest.mjs', ['run', '--project', 'faults', ...names], { env });
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').map(JSON.parse) : [];
  const table = faultTable(lines);
  console.log(`\n${table}\n`);
  if (code !== 0) throw new StepFailed('Not every fault ended as promised: nothing is written.', code);
  if (!write) return;
  const minutes = ((Date.now() - started) / 60_000).toFixed(0);
  const made = madeBy({
    ...{ day: new Date().toISOString().slice(0, 10), minutes },
    ...{ node: process.versions.node, postgres: postgresVersion(postgres), cores: availableParallelism() },
  });
  writeFileSync(DOCUMENT, written(readFileSync(DOCUMENT, 'utf8'), `${made}\n\n${table}`));
});
