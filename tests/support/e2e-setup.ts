import { execFileSync } from 'node:child_process';
import { ensureChromium } from './chromium.ts';

/** Playwright's global setup: the tests run the built application in a real browser. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  ensureChromium();
}
