// Draws src/web/public/logo.svg as the icons of an installed application:
//   npx tsx scripts/pack-icons.mjs
// Run it again when the logo changes.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../tests/support/chromium.ts';
import { preparedTool } from '../tests/support/tools.ts';
import { root } from './lib/run.mjs';

const PAPER = '#ffffff';
/** Share of the side that the drawing takes: of a maskable icon only the middle is always visible. */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 0.86, background: 'transparent' },
  { name: 'icon-512.png', size: 512, share: 0.86, background: 'transparent' },
  { name: 'icon-maskable-512.png', size: 512, share: 0.6, background: PAPER },
  { name: 'apple-touch-icon.png', size: 180, share: 0.72, background: PAPER },
];

const folder = resolve(root, 'src/web/public');
const logo = readFileSync(resolve(folder, 'logo.svg')).toString('base64');
const browser = await chromium.launch({ executablePath: preparedTool('chromium'), args: CHROMIUM_FLAGS });
try {
  for (const { name, size, share, background } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<body style="margin:0;display:grid;place-items:center;height:100vh;background:${background}">
      <img src="data:image/svg+xml;base64,${logo}" width="${Math.round(size * share)}" alt=""></body>`);
    await page.locator('img').evaluate((image) => image.decode());
    await page.screenshot({ path: resolve(folder, name), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
