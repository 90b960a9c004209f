import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS } from '../tests/support/chromium.ts';
import { freePort } from '../tests/support/free-port.ts';
import { remoteApi } from '../tests/support/remote-api.ts';
import { preparedTool } from '../tests/support/tools.ts';
import { BRIGADE, startServerWithChildren } from './served-children.ts';

/* Runs Lighthouse for phones on the most used screens: npm run lighthouse. A score below 95 fails. */
const LEAST = 95;
const KINDS = ['performance', 'accessibility', 'best-practices'] as const;

const { server, child } = await startServerWithChildren();
const port = await freePort();
const browser = await chromium.launchPersistentContext('', {
  executablePath: preparedTool('chromium'),
  args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
});

/** Keeps the browser's storage, so that the page is opened with the current session, if there is one. */
async function scoresOf(path: string): Promise<number[]> {
  const result = await lighthouse(`${server.url}${path}`, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...KINDS],
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse says nothing of ${path}`);
  const { lhr } = result;
  if (lhr.runtimeError) console.log(`  ${lhr.runtimeError.code}: ${lhr.runtimeError.message}`);
  const scores = KINDS.map((kind) => Math.round((lhr.categories[kind]?.score ?? 0) * 100));
  const shown = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const values = shown.map((audit) => lhr.audits[audit]?.displayValue ?? '?').join(' | ');
  console.log(`| ${path.replace(child, '{id}')} | ${scores.join(' | ')} | ${values} |`);
  for (const { id, score, title, scoreDisplayMode } of Object.values(lhr.audits))
    if (scoreDisplayMode === 'binary' && score === 0) console.log(`  ${id}: ${title}`);
  return scores;
}

try {
  console.log('| screen | performance | accessibility | best practices | FCP | LCP | blocked | shift |');
  console.log('|---|---|---|---|---|---|---|---|');
  const scores = [...(await scoresOf('/')), ...(await scoresOf('/login'))];
  const { body: session } = await remoteApi(server.url).call('POST', '/api/auth/signin', BRIGADE);
  const page = await browser.newPage();
  await page.goto(`${server.url}/login`);
  await page.evaluate((text) => localStorage.setItem('libreta.session', text), JSON.stringify(session));
  await page.close();
  scores.push(...(await scoresOf('/lista/ninos')), ...(await scoresOf(`/ninos/${child}`)));
  const low = scores.filter((score) => score < LEAST).length;
  if (low > 0) {
    console.error(`${low} scores below ${LEAST}`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}
