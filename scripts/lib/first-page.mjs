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

/** What every visitor's screen is made of comes with the page: the code that asks for it would do so half a second later. */
async function visitorLinks(web) {
  const files = (await readdir(join(web, 'assets'))).filter((name) => name.startsWith('visitor-'));
  const linked = { '.css': 'stylesheet', '.js': 'modulepreload' };
  return Object.entries(linked).map(([ending, rel]) => {
    const file = files.find((name) => name.endsWith(ending));
    if (!file) throw new Error(`There is no visitor-*${ending} to begin with`);
    return `<link rel="${rel}" crossorigin href="/assets/${file}">`;
  });
}

/** Completes the page of every address, and writes beside it that of `/`, which can be read before any code is there. */
export async function writePages(web, built) {
  const { firstPage } = await import(pathToFileURL(join(built, 'first-page.js')).href);
  const bare = await readFile(join(web, 'index.html'), 'utf8');
  if (!bare.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
  const page = bare.replace('</head>', `${(await visitorLinks(web)).join('')}</head>`);
  await writeFile(join(web, 'index.html'), page);
  const first = withoutStyleAttributes(firstPage(NONCE_PLACE));
  await writeFile(
    join(web, 'first.html'),
    page.replace(ROOT, () => `<div id="first">${first}</div>${ROOT}`),
  );
}
