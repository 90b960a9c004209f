import './lib/require-node.mjs';
import { prepareDependencies } from './lib/prepare.mjs';
import { main, StepFailed } from './lib/run.mjs';

await main(async () => {
  await prepareDependencies();
  const { coverage } = await import('./lib/spec/coverage.mjs');
  const { problems, page } = coverage();
  process.stdout.write(page());
  if (problems.length > 0) throw new StepFailed(problems.join('\n'));
});
