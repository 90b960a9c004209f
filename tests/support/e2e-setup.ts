import { execFileSync } from 'node:child_process';
import { beginFromStarted } from './server-process.ts';

/** Playwright's global setup: the tests run the built application in a real browser. */
export default async function setup(): Promise<() => void> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  return beginFromStarted();
}
