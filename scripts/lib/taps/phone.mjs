import { estimate } from './estimate.mjs';

const SCREEN = { width: 360, height: 740 };
/** Pixels that one swipe moves the page, in a list of a few pages. */
const [SWIPE, MAX_SWIPES] = [450, 20];
const PATIENCE_MS = 60_000;

/** Runs in the page: whether the middle of an element can be touched. */
function isInView(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && (element.contains(hit) || hit.contains(element));
}

/** A page as on a phone, on which every tap, key and swipe is counted. */
export async function openPhone(browser, url, session) {
  const context = await browser.newContext({
    viewport: SCREEN,
    hasTouch: true,
    isMobile: true,
    acceptDownloads: true,
    locale: 'es-EC',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${url}/logo.svg`);
  await page.evaluate((text) => localStorage.setItem('libreta.session', text), JSON.stringify(session));
  const count = { taps: 0, commands: 0, keys: 0, swipes: 0, waitedMs: 0 };
  let field = null;
  let form = null;

  const scrolled = () => page.evaluate(() => window.scrollY);
  /** Waits as a person does, and swipes until nothing hides the target. */
  const reach = async (target) => {
    const start = performance.now();
    await target.waitFor();
    count.waitedMs += performance.now() - start;
    for (let attempt = 0; attempt < MAX_SWIPES && !(await target.evaluate(isInView)); attempt += 1) {
      const { x, y, width } = await target.boundingBox();
      if (x < 0 || x + width / 2 > SCREEN.width) {
        // In a row that moves sideways.
        count.swipes += Math.ceil(Math.abs(x + width / 2 - SCREEN.width / 2) / SCREEN.width);
        return target.scrollIntoViewIfNeeded();
      }
      const from = await scrolled();
      await page.evaluate((by) => window.scrollBy(0, by), y > SCREEN.height / 2 ? SWIPE : -SWIPE);
      if ((await scrolled()) === from) return;
      count.swipes += 1;
    }
  };
  const tap = async (target) => {
    await reach(target);
    await target.tap();
    count.taps += 1;
  };
  return {
    page,
    /** Taps a button or link. */
    command: async (target) => {
      await tap(target);
      count.commands += 1;
    },
    /** Taps a field or a value. */
    choose: tap,
    type: async (text) => {
      await page.keyboard.type(text);
      count.keys += text.length;
    },
    /** Goes to the next field with the key of the phone's keyboard. */
    next: async (target) => {
      await target.focus();
      count.keys += 1;
    },
    /** Begins to type in the first field of a form, with a tap if it has no focus; notes where it stands and how many taps led there. */
    begin: async (target) => {
      await target.waitFor();
      form = { ...count };
      const { y } = await target.boundingBox();
      const top = Math.round(y + (await scrolled()));
      if (!(await target.evaluate((element) => element === document.activeElement))) await tap(target);
      field = { taps: count.taps, top };
    },
    /** Ends the job. */
    close: async () => {
      await context.close();
      const seconds = estimate(count);
      return {
        ...{ ...count, field, seconds },
        formSeconds: form && seconds - estimate(form),
      };
    },
  };
}
