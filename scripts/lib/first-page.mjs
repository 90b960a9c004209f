import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const NONCE_PLACE = '__nonce__';
const ROOT = '<div id="root"></div>';
const ENTITIES = { '&quot;': '"', '&#x27;': "'", '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The policy forbids style attributes: each becomes a rule in the style element with the nonce. */
function withoutStyleAttributes(markup) {
  const looks = [];
  const text = markup.replace(/ style="([^"]*)"/g, (_, escaped) => {
    const look = escaped.replace(/&\S+?;/g, (entity) => ENTITIES[entity]);
    if (!looks.includes(look)) looks.push(look);
    return ` data-look="${looks.indexOf(look)}"`;
  });
  const rules = looks.map((look, index) => `#first [data-look="${index}"]{${look}}`).join('');
  return `<style nonce="${NONCE_PLACE}">${rules}</style>${text}`;
}

/** Links a screen's code in the page, half a second before its loader would request it. */
function linksTo(name, files) {
  const linked = { '.css': 'stylesheet', '.js': 'modulepreload' };
  return Object.entries(linked).map(([ending, rel]) => {
    const file = files.find((one) => one.startsWith(`${name}-`) && one.endsWith(ending));
    if (!file) throw new Error(`There is no ${name}-*${ending} to begin with`);
    return `<link rel="${rel}" crossorigin href="/assets/${file}">`;
  });
}

/** Class names of our style sheets as the build writes them. */
const OWN_CLASS = /^_\w+_[\w-]{5}_\d+$/;

/** A class without a loaded style sheet would make the page jump. @throws Error for such a class */
async function expectStyled(web, page) {
  const sheets = [...page.matchAll(/<link rel="stylesheet"[^>]*href="\/(\S+)"/g)].map(([, path]) => path);
  const styles = (await Promise.all(sheets.map((path) => readFile(join(web, path), 'utf8')))).join('');
  const classes = new Set([...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' ')));
  const bare = [...classes].filter((name) => OWN_CLASS.test(name) && !styles.includes(`.${name}`));
  if (bare.length > 0) throw new Error(`first.html links no style sheet with ${bare.join(', ')}`);
}

/** Completes the page of all addresses and writes the page of `/`, which is readable before any code has loaded. */
export async function writePages(web, built) {
  const { firstPage } = await import(pathToFileURL(join(built, 'first-page.js')).href);
  const bare = await readFile(join(web, 'index.html'), 'utf8');
  if (!bare.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
  const files = await readdir(join(web, 'assets'));
  const linking = (names) =>
    bare.replace('</head>', `${names.flatMap((name) => linksTo(name, files)).join('')}</head>`);
  await writeFile(join(web, 'index.html'), linking(['visitor']));
  const first = withoutStyleAttributes(firstPage(NONCE_PLACE));
  const page = linking(['visitor', 'landing']).replace(ROOT, () => `<div id="first">${first}</div>${ROOT}`);
  await expectStyled(web, page);
  await writeFile(join(web, 'first.html'), page);
}
