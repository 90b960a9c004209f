import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const NONCE_PLACE = '__nonce__';
const ROOT = '<div id="root"></div>';
const ENTITIES = { '&quot;': '"', '&#x27;': "'", '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** The page's policy knows no style attributes: each becomes a rule of the style element that has the nonce. */
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

/** What a screen is made of comes with the page: the code that asks for it would do so half a second later. */
function linksTo(name, files) {
  const linked = { '.css': 'stylesheet', '.js': 'modulepreload' };
  return Object.entries(linked).map(([ending, rel]) => {
    const file = files.find((one) => one.startsWith(`${name}-`) && one.endsWith(ending));
    if (!file) throw new Error(`There is no ${name}-*${ending} to begin with`);
    return `<link rel="${rel}" crossorigin href="/assets/${file}">`;
  });
}

/** As the build names the classes of our style sheets. */
const OWN_CLASS = /^_\w+_[\w-]{5}_\d+$/;

/** Whoever sees the page before its styles sees it jump. @throws Error for a class that no linked sheet knows */
async function expectStyled(web, page) {
  const sheets = [...page.matchAll(/<link rel="stylesheet"[^>]*href="\/(\S+)"/g)].map(([, path]) => path);
  const styles = (await Promise.all(sheets.map((path) => readFile(join(web, path), 'utf8')))).join('');
  const classes = new Set([...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' ')));
  const bare = [...classes].filter((name) => OWN_CLASS.test(name) && !styles.includes(`.${name}`));
  if (bare.length > 0) throw new Error(`first.html links no style sheet with ${bare.join(', ')}`);
}

/** Completes the page of every address, and writes beside it that of `/`, which can be read before any code is there. */
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
