import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { heldAgainst } from './reached.mjs';
import { root } from './run.mjs';

/**
 * Transfer sizes in kB after gzip, by the names of the files that load together (the reasons are in docs/decisions). Each step counts only
 * what it adds to the one before. When a size falls, `reached` is updated.
 */
export const TOGETHER = {
  // With the form in its page.
  'sign-in page': { files: ['index', 'visitor', 'atkinson-spanish'], reached: 180.7, ceiling: 200 },
  'first list': { files: ['start', 'rules', 'lists'], reached: 61.6 },
  booklet: { files: ['booklet'], reached: 75.2 },
  // Both visits, for a child and for a woman.
  visit: { files: ['visit'], reached: 35.6 },
  help: { files: ['help'], reached: 19.4 },
  // Loads in the background: pulls, encrypts and serves booklets.
  'without signal': { files: ['door', 'keep-booklets', 'kdf.worker', 'keeper.worker'], reached: 72.6 },
  'making a PDF': { files: ['print-patient', 'make-pdf', 'atkinson-regular', 'atkinson-bold'], reached: 172.6 },
};
/** The largest other file: a further screen, a dialog, a chart. */
const LARGEST_OTHER = { reached: 16.8 };
/** Loads only for a letter outside Spanish. */
const WHOLE_FONT = 'atkinson-hyperlegible-next-latin-wght-normal';

const web = join(root, 'dist/web');
/** Everything that an installed application downloads. */
const INSTALLED = { reached: 1205.7 };
const EARLIER = join(web, 'earlier.json');
const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');

/** The files that the service worker caches. */
function installedFiles() {
  const addresses = readFileSync(join(web, 'sw.js'), 'utf8').matchAll(/"url":"\/([^"]+)"/g);
  return [...addresses].map(([, address]) => address);
}

function size(file) {
  const path = join(web, file);
  if (existsSync(`${path}.gz`)) return statSync(`${path}.gz`).size;
  return file.endsWith('.woff2') ? statSync(path).size : gzipSync(readFileSync(path)).length;
}

/** Checks the built site against its budgets. @returns a result like that of a tool */
export function budgets() {
  const earlier = existsSync(EARLIER) ? JSON.parse(readFileSync(EARLIER, 'utf8')) : {};
  const files = readdirSync(join(web, 'assets')).filter(
    (file) => /\.(js|css|woff2|ttf)$/.test(file) && !(file in earlier),
  );
  const kB = (some) => some.reduce((sum, file) => sum + size(file), 0) / 1_000;
  const named = (names) => files.filter((file) => names.includes(nameOf(file))).map((file) => `assets/${file}`);
  const steps = Object.entries(TOGETHER).map(([step, budget]) => {
    const missing = budget.files.filter((name) => named([name]).length === 0);
    if (missing.length > 0) throw new Error(`budgets: nothing is called ${missing.join(', ')} any more`);
    const page = step === 'sign-in page' ? ['login.html'] : [];
    return { step, ...heldAgainst(step, { ...budget, unit: 'kB' }, kB([...named(budget.files), ...page])) };
  });
  const whole = 'the installed application';
  steps.push({ step: whole, ...heldAgainst(whole, { ...INSTALLED, unit: 'kB' }, kB(installedFiles())) });
  const counted = new Set([WHOLE_FONT, ...Object.values(TOGETHER).flatMap((one) => one.files)]);
  const others = files.filter((file) => !counted.has(nameOf(file)));
  const [largest = { file: '', is: 0 }] = others
    .map((file) => ({ file, is: kB([`assets/${file}`]) }))
    .toSorted((a, b) => b.is - a.is);
  const other = `the largest of ${others.length} others`;
  const held = heldAgainst(`${other}, ${largest.file}`, { ...LARGEST_OTHER, unit: 'kB' }, largest.is);
  steps.push({ step: other, ...held });
  const problems = steps.flatMap(({ problem }) => problem ?? []);
  return {
    code: problems.length > 0 ? 1 : 0,
    output: problems.join('\n'),
    summary: steps.map(({ step, summary }) => `${step} ${summary}`).join(', '),
  };
}
