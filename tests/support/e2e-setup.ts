import { execFileSync } from 'node:child_process';
import { prepareStartedServer } from './server-process.ts';

/** Playwright's global setup: builds the application. */
export default async function setup(): Promise<() => void> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  return prepareStartedServer();
}
