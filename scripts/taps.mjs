import './lib/require-node.mjs';
import { parseArgs } from 'node:util';
import { prepareBuild } from './lib/prepare.mjs';
import { main, StepFailed } from './lib/run.mjs';
import { isWithin, JOBS } from './lib/taps/jobs.mjs';
import { JOBS_BEFORE } from './lib/taps/jobs-before.mjs';
import { pickPeople } from './lib/taps/people.mjs';
import { openPhone } from './lib/taps/phone.mjs';
import { serveDemo } from './lib/taps/served-demo.mjs';
import { prepareTools } from './lib/tools.mjs';

const { values: options } = parseArgs({
  options: {
    /** A running demo; without it one is started. Its data is changed. */
    url: { type: 'string' },
    /** The demo at `url` is that of commit b4e15595. */
    before: { type: 'boolean', default: false },
    jobs: { type: 'string', default: Object.keys(JOBS).join() },
  },
});

const HEADINGS = ['job', 'taps', 'to the field', 'keys', 'swipes', 'field at', 'estimate', 'of it the form', 'waited'];

function rowOf(title, { taps, keys, swipes, field, seconds, formSeconds, waitedMs }) {
  const cells = [
    title,
    taps,
    field?.taps ?? '–',
    keys,
    swipes,
    field ? `${field.top} px` : '–',
    `${seconds.toFixed(1)} s`,
  ];
  return [...cells, formSeconds === null ? '–' : `${formSeconds.toFixed(1)} s`, `${(waitedMs / 1_000).toFixed(1)} s`];
}

async function doJob(browser, url, people, key) {
  const { role, work } = JOBS[key];
  const phone = await openPhone(browser, url, people.sessions[role]);
  try {
    await phone.page.goto(`${url}/registros`);
    await phone.page.getByRole('heading', { name: 'Registros' }).waitFor();
    await (options.before ? JOBS_BEFORE[key] : work)(phone, people);
  } catch (error) {
    await phone.page.screenshot({ path: `test-results/taps-${key}.png` });
    throw new StepFailed(`${JOBS[key].title}: ${error.message}`);
  }
  return phone.close();
}

/** Does the jobs one after the other, and prints what each took. */
async function measure(url, chromiumPath) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const people = await pickPeople(url);
    console.log(`| ${HEADINGS.join(' | ')} |`);
    console.log(`|---|${'--:|'.repeat(HEADINGS.length - 1)}`);
    const missed = [];
    for (const key of options.jobs.split(',')) {
      const done = await doJob(browser, url, people, key);
      console.log(`| ${rowOf(JOBS[key].title, done).join(' | ')} |`);
      if (!options.before && !isWithin(JOBS[key].most, done)) missed.push(JOBS[key].title);
    }
    if (missed.length > 0) throw new StepFailed(`More than the target: ${missed.join(', ')}.`);
  } finally {
    await browser.close();
  }
}

await main(async () => {
  const { chromium } = await prepareTools(['chromium']);
  if (options.url) return measure(options.url, chromium);
  await prepareBuild();
  console.log('Filling a demo with invented people…');
  const demo = await serveDemo();
  try {
    await measure(demo.url, chromium);
  } finally {
    await demo.stop();
  }
});
