// Checks deploy/libreta.service with systemd's own tools, which need no running systemd: npm run try:systemd
import './lib/require-node.mjs';
import { join } from 'node:path';
import { requirePrograms } from './lib/needed-programs.mjs';
import { main, root, run, StepFailed } from './lib/run.mjs';

const UNIT = join(root, 'deploy/libreta.service');
/** The highest accepted exposure, from 0 (isolated) to 10. */
const MAX_EXPOSURE = 2;

await main(async () => {
  requirePrograms({ 'systemd-analyze': 'systemd' });
  // A misspelt setting is only a warning for systemd, which then ignores it: anything that it says is a failure.
  const { code, output } = await run('systemd-analyze', ['verify', '--man=no', UNIT], { quiet: true });
  if (code !== 0 || output.trim() !== '') throw new StepFailed(`${output.trim()}\n\nsystemd no acepta ${UNIT}.`);
  console.log('✓ systemd-analyze verify');

  const args = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE * 10}`, UNIT];
  const rated = await run('systemd-analyze', args, { quiet: true });
  const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(rated.output)?.[1];
  if (rated.code !== 0 || exposure === undefined)
    throw new StepFailed(`${rated.output.trim()}\n\nLa exposición debe ser ${MAX_EXPOSURE.toFixed(1)} o menos.`);
  console.log(`✓ systemd-analyze security: ${exposure}, de ${MAX_EXPOSURE.toFixed(1)} como máximo`);
});
