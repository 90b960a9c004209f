import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

/**
 * What may come over the line, in kB after gzip: by the names of the files that come together (docs/decisions says why so
 * much). Each step comes after the one before it, so it counts what it adds.
 */
const TOGETHER = {
  'sign-in page': { files: ['index', 'visitor', 'atkinson-spanish'], most: 176.5 },
  'first list': { files: ['start', 'rules', 'lists'], most: 60.8 },
  booklet: { files: ['booklet'], most: 71.8 },
  // What brings booklets down, seals them and answers from them: when nobody waits for anything, and beside the page.
  'without signal': { files: ['door', 'keep-booklets', 'kdf.worker', 'keeper.worker'], most: 120 },
  'making a PDF': { files: ['print-patient', 'atkinson-regular', 'atkinson-bold'], most: 175 },
};
/** Any other file: a further screen, a dialog, a chart. */
const MOST_OF_OTHERS = 20;
/** Fetched only for a letter that Spanish does not have. */
const WHOLE_FONT = 'atkinson-hyperlegible-next-latin-wght-normal';

const web = join(root, 'dist/web');
/** All that comes down with an installed application, and is on the device from then on. */
const INSTALLED_MOST = 950;
const EARLIER = join(web, 'earlier.json');
const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');

/** What the service worker says it keeps. */
function installedFiles() {
  const addresses = readFileSync(join(web, 'sw.js'), 'utf8').matchAll(/"url":"\/([^"]+)"/g);
  return [...addresses].map(([, address]) => address);
}

function size(file) {
  const path = join(web, file);
  if (existsSync(`${path}.gz`)) return statSync(`${path}.gz`).size;
  return file.endsWith('.woff2') ? statSync(path).size : gzipSync(readFileSync(path)).length;
}

/** Whether the built site stays within its budgets: each step with what it is and may be, and a line for what is more. */
export function budgets() {
  const earlier = existsSync(EARLIER) ? JSON.parse(readFileSync(EARLIER, 'utf8')) : {};
  const files = readdirSync(join(web, 'assets')).filter(
    (file) => /\.(js|css|woff2|ttf)$/.test(file) && !(file in earlier),
  );
  const kB = (some) => some.reduce((sum, file) => sum + size(file), 0) / 1_000;
  const named = (names) => files.filter((file) => names.includes(nameOf(file))).map((file) => `assets/${file}`);
  const steps = Object.entries(TOGETHER).map(([step, { files: names, most }]) => {
    const missing = names.filter((name) => named([name]).length === 0);
    if (missing.length > 0) throw new Error(`budgets: nothing is called ${missing.join(', ')} any more`);
    return { step, kB: kB([...named(names), ...(step === 'sign-in page' ? ['index.html'] : [])]), most };
  });
  const counted = new Set([WHOLE_FONT, ...Object.values(TOGETHER).flatMap((one) => one.files)]);
  const others = files
    .filter((file) => !counted.has(nameOf(file)))
    .map((file) => ({ step: file, kB: kB([`assets/${file}`]), most: MOST_OF_OTHERS }));
  const everything = { step: 'the installed application', kB: kB(installedFiles()), most: INSTALLED_MOST };
  const exceeded = [...steps, everything, ...others].filter((one) => one.kB > one.most);
  return {
    code: exceeded.length > 0 ? 1 : 0,
    output: exceeded.map(({ step, kB: is, most }) => `${step} is ${is.toFixed(1)} kB, at most ${most}\n`).join(''),
    summary: `${[...steps, everything].map(({ step, kB: is, most }) => `${step} ${is.toFixed(1)} of ${most} kB`).join(', ')}; ${others.length} others`,
  };
}
