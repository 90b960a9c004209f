import './lib/require-node.mjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDependencies } from './lib/prepare.mjs';
import { main, root, StepFailed } from './lib/run.mjs';

await main(async () => {
  await prepareDependencies();
  const { coverage, PAGE } = await import('./lib/spec/coverage.mjs');
  const { problems, page } = coverage();
  writeFileSync(join(root, PAGE), page);
  if (problems.length > 0) throw new StepFailed(problems.join('\n'));
});
