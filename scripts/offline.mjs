import './lib/require-node.mjs';
import { prepareBuild } from './lib/prepare.mjs';
import { main, StepFailed, tool } from './lib/run.mjs';
import { prepareTools } from './lib/tools.mjs';

/** A day without signal: 60 children and 1,000 pending operations. */
const DAY = { OFFLINE_CHILDREN: '60', OFFLINE_QUEUE: '1000' };

await main(async () => {
  await prepareTools(['chromium']);
  await prepareBuild();
  const env = { ...process.env, ...DAY };
  const { code } = await tool(
    '@playwright/test/cli.js',
    ['test', 'offline-day', 'offline-writing', 'offline-storage'],
    { env },
  );
  if (code !== 0) throw new StepFailed('Something was lost, doubled, or not confirmed.');
});
