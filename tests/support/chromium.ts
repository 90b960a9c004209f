import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installDebianPackage } from './debian-package.ts';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Nothing that calls home, and no sandbox: root in a container has none. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws Error when CHROMIUM_PATH names something that is not there. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM_PATH: there is no ${chosen}`);
  return [chosen, ...INSTALLED, chromium.executablePath()].find((path) => path && existsSync(path));
}

/** The path of a Chromium, installed first if need be. */
export function ensureChromium(): string {
  const install = () => spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' }).status === 0;
  const path = findChromium() ?? ((installDebianPackage('chromium') || install()) && findChromium());
  if (!path) throw new Error('No Chromium: install one, or set CHROMIUM_PATH.');
  return path;
}
