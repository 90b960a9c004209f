import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
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

/** @returns the address of a chunk's file */
function addressOf(name, ending, files) {
  const file = files.find((one) => one.startsWith(`${name}-`) && one.endsWith(ending));
  if (!file) throw new Error(`There is no ${name}-*${ending} to begin with`);
  return `/assets/${file}`;
}

/** Links a screen's code in the page, half a second before its loader would request it. A failed modulepreload could not be repeated. */
function linksTo(name, files) {
  const linked = { '.css': 'rel="stylesheet"', '.js': 'rel="preload" as="script"' };
  return Object.entries(linked).map(
    ([ending, rel]) => `<link ${rel} crossorigin href="${addressOf(name, ending, files)}">`,
  );
}

const LISTS = ['rules.js', 'start.js', 'start.css', 'lists.js', 'lists.css'];
const BOOKLET = [...LISTS, 'landing.js', 'booklet.js', 'booklet.css'];
/** The chunks of the first screens with a session, by the beginning of their addresses; the script of index.html requests them. */
const FIRST_SCREENS = { registros: ['start.js', 'start.css'], lista: LISTS, ninos: BOOKLET, mujer: BOOKLET };
const FIRST_SCREENS_PLACE = '__code__';

function firstScreens(files) {
  const addresses = (chunks) => chunks.map((chunk) => addressOf(parse(chunk).name, parse(chunk).ext, files));
  const byScreen = Object.entries(FIRST_SCREENS).map(([screen, chunks]) => [screen, addresses(chunks)]);
  return JSON.stringify(Object.fromEntries(byScreen));
}

const COMMENTS = /\s*<!--.*?-->/gs;
/** What a page asks for ahead with a session; on `/` and `/login` the application goes elsewhere. */
const ASKS_AHEAD = /\s*<script>[^<]*askedAhead[^<]*<\/script>/;

/** Class names of our style sheets as the build writes them. */
const OWN_CLASS = /^_\w+_[\w-]{5}_\d+$/;

/** A class without a loaded style sheet would make the page jump. @throws Error for such a class */
async function expectStyled(web, name, page) {
  const sheets = [...page.matchAll(/<link rel="stylesheet"[^>]*href="\/(\S+)"/g)].map(([, path]) => path);
  const styles = (await Promise.all(sheets.map((path) => readFile(join(web, path), 'utf8')))).join('');
  const classes = new Set([...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' ')));
  const bare = [...classes].filter((name) => OWN_CLASS.test(name) && !styles.includes(`.${name}`));
  if (bare.length > 0) throw new Error(`${name} links no style sheet with ${bare.join(', ')}`);
}

/**
 * Of the sign-in page: with a session the application goes elsewhere at once. A press of the button counts when the application takes over;
 * if its code cannot be loaded, a sentence says so.
 */
const SIGNIN_SCRIPT = `<script>
      try {
        const first = document.getElementById('first');
        const [button, loader, unloaded] = ['[type=submit]', '[data-loader]', '[data-unloaded]'].map((one) => first.querySelector(one));
        const busy = (is) => {
          button.toggleAttribute('data-loading', is);
          button.setAttribute('aria-busy', is);
          loader.hidden = !is;
        };
        first.addEventListener('submit', (event) => {
          event.preventDefault();
          event.target.dataset.pressed = 'true';
          busy(unloaded.hidden);
        });
        addEventListener('error', ({ target }) => {
          if (target.tagName !== 'SCRIPT' || !first.isConnected) return;
          unloaded.hidden = false;
          busy(false);
        }, true);
        if (localStorage.getItem('libreta.session')) first.remove();
        else first.querySelector('[name=cedula]').focus({ preventScroll: true });
      } catch {}
    </script>`;

/** Completes the page of all addresses and writes those of `/` and `/login`, which are readable before any code has loaded. */
export async function writePages(web, built) {
  const { firstPage, signinPage } = await import(pathToFileURL(join(built, 'first-page.js')).href);
  const written = await readFile(join(web, 'index.html'), 'utf8');
  for (const place of [ROOT, FIRST_SCREENS_PLACE])
    if (!written.includes(place)) throw new Error(`index.html has no ${place}`);
  const files = await readdir(join(web, 'assets'));
  const bare = written.replace(COMMENTS, '');
  if (!ASKS_AHEAD.test(bare)) throw new Error('index.html asks for nothing ahead');
  const linking = (page, names) =>
    page.replace('</head>', `${names.flatMap((name) => linksTo(name, files)).join('')}</head>`);
  const ahead = bare.replace(FIRST_SCREENS_PLACE, () => firstScreens(files));
  await writeFile(join(web, 'index.html'), linking(ahead, ['visitor']));
  const write = async (name, linked, markup, script = '') => {
    const first = withoutStyleAttributes(markup);
    const page = linking(bare.replace(ASKS_AHEAD, ''), linked).replace(
      ROOT,
      () => `<div id="first">${first}</div>${script}${ROOT}`,
    );
    await expectStyled(web, name, page);
    await writeFile(join(web, name), page);
  };
  await write('first.html', ['visitor', 'landing'], firstPage(NONCE_PLACE));
  await write('login.html', ['visitor'], signinPage(NONCE_PLACE), SIGNIN_SCRIPT);
}
