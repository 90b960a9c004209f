// Takes the pictures of the guides (src/web/assets/guias) from the running demo, whose people are invented:
//   npm run pictures            all of them
//   npm run pictures -- visita  only these
// Run it again when a screen that a guide shows has changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/server/demo/fill.ts';
import { MAX_PICTURE_BYTES, PICTURE_SIZE, PICTURES } from '../src/web/features/help/guides/pictures.ts';
import { CHROMIUM_FLAGS } from '../tests/support/chromium.ts';
import { freePort } from '../tests/support/free-port.ts';
import { settle } from '../tests/support/settled.ts';
import { preparedTool } from '../tests/support/tools.ts';
import { main, root, StepFailed } from './lib/run.mjs';

const folder = resolve(root, 'src/web/assets/guias');
const PHONE = {
  viewport: PICTURE_SIZE,
  deviceScaleFactor: 1,
  hasTouch: true,
  locale: 'es-EC',
  timezoneId: 'America/Guayaquil',
  reducedMotion: 'reduce',
};
/** From the best one down, until the picture is light enough. */
const QUALITIES = [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2];

/** Types measures that differ from the child's earlier ones. */
const typeInto = (values) => async (page) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name="${name}"]`).fill(value);
};

/**
 * How each picture is taken. `role`: whose screen it is. `path`: its address, for a booklet from the id of a child. `ready`: what shows that it has
 * loaded. `link`: what is pressed instead of loading the address, because a loaded page has a closed vault. `act`: what is done there. `top`: what is
 * scrolled to the top.
 */
const SHOTS = {
  registros: { role: 'ROLE_BRIGADA', path: '/registros' },
  visita: {
    role: 'ROLE_BRIGADA',
    path: (child) => `/ninos/${child}/visita`,
    ready: '[name="control.peso"]',
    act: typeInto({ 'control.peso': '8,55', 'control.longitud': '73,2', 'control.perimetro': '45,1' }),
  },
  aviso: {
    role: 'ROLE_BRIGADA',
    path: (child) => `/ninos/${child}?seccion=control`,
    ready: '[name=peso]',
    act: typeInto({ peso: '2,5' }),
    top: '[name=fecha]',
  },
  equipo: { role: 'ROLE_BRIGADA', link: 'header a[href="/equipo"]', ready: 'text=Libretas en este equipo' },
  curva: {
    role: 'ROLE_BRIGADA',
    path: (child) => `/ninos/${child}?seccion=peso-edad`,
    ready: 'main svg[role=img]',
    top: 'main svg[role=img]',
  },
  seguimiento: { role: 'ROLE_SUPERVISOR', path: '/seguimiento' },
  reportes: { role: 'ROLE_SUPERVISOR', path: '/reportes' },
  traspasos: { role: 'ROLE_SUPERVISOR', path: '/traspasos' },
  usuarios: { role: 'ROLE_ADMINISTRADOR', path: '/admin?rol=ROLE_USUARIO', ready: 'text=Dar rol…' },
  listas: { role: 'ROLE_ADMINISTRADOR', path: '/formularios?lista=establecimiento' },
  bienvenida: { role: 'ROLE_USUARIO', path: '/bienvenida' },
};

/** Starts the demo and waits until it is filled, which takes a minute or more. With `DATA_DIR` its data are kept for the next time. */
async function startDemo() {
  const kept = process.env.DATA_DIR;
  const data = kept ?? mkdtempSync(join(tmpdir(), 'libreta-pictures-'));
  const child = spawn(process.execPath, [resolve(root, 'dist/server/demo.js')], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    if (!kept) rmSync(data, { recursive: true, force: true });
  };
  const address = new Promise((resolveAddress, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [, found] = /abre (http\S+)/.exec(output) ?? [];
      if (found) resolveAddress(found);
    });
    child.once('exit', () => reject(new StepFailed(`The demo ended.\n${output}`)));
  });
  try {
    return { url: await address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signIn(page, url, role) {
  const account = DEMO_ACCOUNTS.find((one) => one.role === role);
  await page.goto(`${url}/login`);
  await page.locator('[name=cedula]').fill(account.cedula);
  await page.locator('[name=password]').fill(DEMO_PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** A child in the care of the signed-in account, with enough controls for a curve. */
async function childWithControls(page, url) {
  const controls = await page.evaluate(async (api) => {
    const { accessToken } = JSON.parse(localStorage.getItem('libreta.session'));
    const ask = async (path) => (await fetch(`${api}${path}`, { headers: { 'x-access-token': accessToken } })).json();
    const children = await ask('/nino?limit=40');
    return Promise.all(children.map(async ({ _id }) => [_id, (await ask(`/control?ninoId=${_id}`)).length]));
  }, `${url}/api`);
  const [most] = controls.toSorted(([, some], [, others]) => others - some);
  if (!most) throw new StepFailed('The demo has no child for this account.');
  return most[0];
}

/** Encodes a screenshot as WebP, which only a browser can do here. */
async function webpOf(page, png) {
  for (const quality of QUALITIES) {
    const encoded = await page.evaluate(
      async ([data, wanted]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        canvas.getContext('2d').drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', wanted).split(',')[1];
      },
      [png.toString('base64'), quality],
    );
    const webp = Buffer.from(encoded, 'base64');
    if (webp.length <= MAX_PICTURE_BYTES) return webp;
  }
  throw new StepFailed(`Even the worst picture is larger than ${MAX_PICTURE_BYTES} bytes.`);
}

async function take(page, url, { path, link, ready = 'main h1', act, top }) {
  if (link) await page.locator(link).filter({ visible: true }).click();
  else await page.goto(`${url}${typeof path === 'string' ? path : path(await childWithControls(page, url))}`);
  await page.locator(ready).first().waitFor();
  await settle(page);
  await act?.(page);
  const element = top && page.locator(top).first();
  await element?.evaluate((shown) => shown.scrollIntoView({ block: 'start' }));
  await settle(page);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

await main(async () => {
  const chosen = process.argv.slice(2);
  const names = chosen.length > 0 ? chosen : Object.keys(PICTURES);
  const unknown = names.filter((name) => !(name in SHOTS) || !(name in PICTURES));
  if (unknown.length > 0)
    throw new StepFailed(`${unknown.join(', ')}: the pictures are ${Object.keys(SHOTS).join(', ')}.`);
  mkdirSync(folder, { recursive: true });
  const server = await startDemo();
  const browser = await chromium.launch({ executablePath: preparedTool('chromium'), args: CHROMIUM_FLAGS });
  try {
    const encoder = await browser.newPage();
    for (const name of names) {
      const context = await browser.newContext(PHONE);
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      await signIn(page, server.url, SHOTS[name].role);
      const webp = await webpOf(encoder, await take(page, server.url, SHOTS[name]));
      writeFileSync(join(folder, `${name}.webp`), webp);
      console.log(`${name.padEnd(12)} ${(webp.length / 1_000).toFixed(1).padStart(5)} kB`);
      await context.close();
    }
  } finally {
    await browser.close();
    await server.stop();
  }
});
