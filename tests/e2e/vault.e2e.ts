import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { drafts } from '../support/drafts-on-device.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { createUser, PASSWORD } from '../support/people.ts';
import { watchPolicy } from '../support/policy-watch.ts';
import { remoteApi } from '../support/remote-api.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from '../support/shared-server.ts';
import { databasesOn, installed, sessionsOn, tablet } from '../support/tablet.ts';

const ROSA = newCedula();
const LUIS = newCedula();
/** A child whose name occurs nowhere else, not even in the code. */
const CHILD = { cedula: newCedula(), nombres: 'ALLPA SAMAY', apellidos: 'PILATAXI ÑAMO' };
const WRONG = 'Equivocada1';
const OPEN = 'Escribe tu contraseña para abrir lo guardado en este equipo.';
const RESTORED = 'Recuperamos lo que habías escrito.';
/** A number that occurs nowhere else. */
const TYPED = '0987005143';
/** Kilograms as typed and as stored. */
const MEASURED = '8,91';
const WITNESS = 'se-guarda-tal-cual';
const KEPT_MEASURE = '"peso":8.91';

const DESK = { width: 1280, height: 800 };

let server: ServerProcess;
let childId: string;
let device: ReturnType<typeof tablet>;

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  for (const cedula of [ROSA, LUIS]) await createUser(server, cedula, 'ROLE_SUPERVISOR');
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: ROSA, password: PASSWORD });
  childId = (await call('POST', '/api/nino', bodyWith(RECORDS.nino, undefined, CHILD), token)).body._id;
});
test.beforeEach(() => {
  device = tablet(server.url, { viewport: DESK });
});
test.afterEach(() => device.throwAway());

/** Starts the browser with the profile of the tablet. */
async function startBrowser(how?: { offline: boolean }): Promise<Page> {
  const page = await device.start(how);
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
}

async function fillIn(page: Page, cedula: string, password: string): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(cedula);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
}

/** Signs in online and waits until the vault holds the session; a page closed earlier would store none of it. */
async function signInOnline(page: Page, cedula = ROSA, count = 1): Promise<void> {
  await fillIn(page, cedula, PASSWORD);
  await expect(page).toHaveURL(/\/registros$/);
  await expect.poll(() => sessionsOn(page), { timeout: 30_000 }).toBe(count);
}

const openForm = (page: Page) => page.goto(`${server.url}/ninos/add`);
const phone = (page: Page) => page.locator('[name=celular]');
async function typeDraft(page: Page): Promise<void> {
  await openForm(page);
  await phone(page).fill(TYPED);
  await expect.poll(() => drafts(page)).toHaveLength(1);
}

const closedNotice = (page: Page) => page.getByText('Lo guardado en este equipo está cerrado.');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Escribe tu contraseña' });
async function answerDialog(page: Page, password: string): Promise<void> {
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Continuar' }).click();
}

/** Searches every file of the profile for the words in all encodings. */
function wordsOnDisk(words: readonly string[]): string[] {
  const { profile } = device;
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    return words
      .filter((word) => bytes.includes(Buffer.from(word, 'utf8')) || bytes.includes(Buffer.from(word, 'utf16le')))
      .map((word) => `${word} in ${path.slice(profile.length)}`);
  });
}

// proves D8
test('after an offline restart the password opens the vault, and the draft is restored', async () => {
  const page = await startBrowser();
  const violations = await watchPolicy(page.context(), server.url);
  await signInOnline(page);
  await installed(page);
  await typeDraft(page);
  expect(violations).toEqual([]);

  const cold = await startBrowser({ offline: true });
  const coldViolations = await watchPolicy(cold.context(), server.url);
  await cold.goto(`${server.url}/registros`);
  await expect(dialog(cold)).toContainText(OPEN);
  await answerDialog(cold, WRONG);
  await expect(dialog(cold)).toContainText('Contraseña incorrecta');
  await answerDialog(cold, PASSWORD);
  await expect(dialog(cold)).toHaveCount(0);
  await expect(closedNotice(cold)).toHaveCount(0);
  await openForm(cold);
  await expect(phone(cold)).toHaveValue(TYPED);
  await expect(cold.getByText(RESTORED)).toBeVisible();
  // The KDF worker came from the cache with its content policy.
  expect(coldViolations).toEqual([]);
});

test('a signed-out user signs in offline, and wrong passwords impose a wait that outlasts a restart', {
  tag: '@long',
}, async () => {
  const page = await startBrowser();
  await signInOnline(page);
  await installed(page);
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);

  const cold = await startBrowser({ offline: true });
  await fillIn(cold, LUIS, PASSWORD);
  await expect(cold.getByText('No hay conexión con el servidor.')).toBeVisible();
  for (const message of Array(4).fill('Contraseña incorrecta. Revísala')) {
    await fillIn(cold, ROSA, WRONG);
    await expect(cold.getByText(message)).toBeVisible();
  }
  await fillIn(cold, ROSA, WRONG);
  await expect(
    cold.getByText(/Contraseña incorrecta. Puedes intentarlo de nuevo en ([12]?\d|30) segundos?\./),
  ).toBeVisible();
  // The attempt was counted before this moment, so its wait of 30 s ends before `at` + 30 s.
  const at = Date.now();

  const colder = await startBrowser({ offline: true });
  // The restart may take longer than the wait.
  await colder.clock.setFixedTime(at);
  await fillIn(colder, ROSA, PASSWORD);
  await expect(colder.getByText(/Espera \d+ segundos? para volver a intentarlo/)).toBeVisible();
  await colder.clock.setFixedTime(at + 31_000);
  await colder.locator('[name=password]').press('Enter');
  await expect(colder).toHaveURL(/\/registros$/);
  await expect(colder.getByRole('banner').getByRole('link', { name: ROSA })).toBeVisible();
  await expect(closedNotice(colder)).toHaveCount(0);
});

test('the vault stays open across a reload and in another tab, and closes with a restart', {
  tag: '@long',
}, async () => {
  const page = await startBrowser();
  await signInOnline(page);
  await installed(page);
  await typeDraft(page);
  for (const _ of [1, 2]) {
    await page.reload();
    await expect(page.getByText(RESTORED)).toBeVisible();
    await expect(phone(page)).toHaveValue(TYPED);
    await expect(closedNotice(page)).toHaveCount(0);
  }
  const other = await page.context().newPage();
  await openForm(other);
  await expect(phone(other)).toHaveValue(TYPED);
  await expect(closedNotice(other)).toHaveCount(0);

  const again = await startBrowser();
  await openForm(again);
  await expect(closedNotice(again)).toBeVisible();
  await expect(phone(again)).toHaveValue('');
  await expect(dialog(again)).toHaveCount(0);
  await again.getByRole('button', { name: 'Abrir lo guardado en este equipo' }).click();
  await expect(dialog(again)).toContainText(OPEN);
  await answerDialog(again, PASSWORD);
  await expect(dialog(again)).toHaveCount(0);
  await expect(phone(again)).toHaveValue(TYPED);
  await expect(again.getByText(RESTORED)).toBeVisible();
});

/** Again if the time passed before the vault's code was there. */
const leaveAlone = (page: Page) =>
  expect(async () => {
    await page.clock.fastForward(15 * 60_000 + 10_000);
    await expect(dialog(page)).toContainText(OPEN, { timeout: 3_000 });
  }).toPass();

// proves V4, V5
test('a screen that was locked stays locked after a reload and at a typed address, until the password is given', {
  tag: '@long',
}, async () => {
  const name = (page: Page) => page.getByText(CHILD.nombres).first();
  const booklet = `${server.url}/ninos/${childId}`;
  const page = await startBrowser();
  await page.clock.install();
  await signInOnline(page);
  await page.goto(booklet);
  await expect(name(page)).toBeVisible();
  // A page that starts without a lock is never covered.
  await page.reload();
  await expect(name(page)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  await leaveAlone(page);
  await expect(name(page)).toHaveCount(0);
  // Reports a screen, or the child's name, that is shown at any moment of a start.
  await page.addInitScript((words) => {
    new MutationObserver(() => {
      const text = document.body?.textContent.toUpperCase() ?? '';
      if (text.includes(words) || document.querySelector('#contenido h1')) sessionStorage.setItem('shown', words);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, CHILD.nombres);
  const isLocked = async () => {
    await expect(dialog(page)).toContainText(OPEN);
    await page.clock.runFor(5_000);
    await expect(dialog(page)).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBeNull();
  };
  await page.reload();
  await isLocked();
  for (const address of ['/', '/registros', `/ninos/${childId}`]) {
    await page.goto(`${server.url}${address}`);
    await isLocked();
  }
  await page.goBack();
  await isLocked();
  await page.goForward();
  await isLocked();
  await answerDialog(page, PASSWORD);
  await expect(dialog(page)).toHaveCount(0);
  await expect(name(page)).toBeVisible();
  await page.reload();
  await expect(name(page)).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  // After a restart the vault is closed, and nobody has opened it.
  const again = await startBrowser();
  await again.clock.install();
  await again.goto(booklet);
  await expect(name(again)).toBeVisible();
  await expect(closedNotice(again)).toBeVisible();
  await leaveAlone(again);
  await expect(name(again)).toHaveCount(0);
  // The start page, which the build wrote, stays behind the dialog.
  await again.goto(`${server.url}/`);
  await expect(dialog(again)).toContainText(OPEN);
  await dialog(again).getByRole('button', { name: 'Salir' }).click();
  await expect(again).toHaveURL(/\/login/);
  // The dialog does not come back after an ordinary sign-in.
  await signInOnline(again);
  await again.goto(booklet);
  await expect(name(again)).toBeVisible();
  await expect(dialog(again)).toHaveCount(0);
});

// proves D2, D12
test('of two users of one tablet neither finds what the other typed', async () => {
  const page = await startBrowser();
  await signInOnline(page);
  await installed(page);
  await typeDraft(page);
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await drafts(page)).toHaveLength(1);
  await signInOnline(page, LUIS, 2);
  await openForm(page);
  await expect(phone(page)).toHaveValue('');
  await page.goto(`${server.url}/registros`);
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);

  const cold = await startBrowser({ offline: true });
  await fillIn(cold, LUIS, PASSWORD);
  await expect(cold).toHaveURL(/\/registros$/);
  await expect(cold.getByRole('banner').getByRole('link', { name: LUIS })).toBeVisible();
  await cold.getByRole('button', { name: 'Salir' }).click();
  await expect(cold).toHaveURL(/\/login/);
  await fillIn(cold, ROSA, PASSWORD);
  await expect(cold.getByRole('banner').getByRole('link', { name: ROSA })).toBeVisible();
});

test('an expired session is renewed without the user when the server is back', { tag: '@long' }, async () => {
  const page = await startBrowser();
  await signInOnline(page);
  await installed(page);
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);
  // The vault contains the token of a session that has ended.
  const cold = await startBrowser({ offline: true });
  await fillIn(cold, ROSA, PASSWORD);
  await expect(cold).toHaveURL(/\/registros$/);
  await cold.context().setOffline(false);
  await cold.goto(`${server.url}/lista/ninos?q=${CHILD.cedula}`);
  await expect(cold.locator(`a[href="/ninos/${childId}"]`).first()).toBeVisible();
  await expect(cold.getByRole('dialog')).toHaveCount(0);
});

// proves V16, V17
test('a device that was cut off is wiped at its next contact, before anyone opens a vault', async () => {
  const page = await startBrowser();
  await signInOnline(page);
  await installed(page);
  await typeDraft(page);
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn({ cedula: ROSA, password: PASSWORD });
  const { body: devices } = await call('GET', '/api/equipos', undefined, token);
  for (const { _id, cortado } of devices) if (!cortado) await call('DELETE', `/api/equipos/${_id}`, undefined, token);

  const next = await startBrowser();
  await next.goto(`${server.url}/registros`);
  await expect(next).toHaveURL(/\/login/);
  // An answer that comes after the wipe confirms the clock.
  const remaining = () =>
    next.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'libreta.reloj.confirmado'));
  await expect.poll(remaining).toEqual([]);
  await next.goto(`${server.url}/login`);
  const kept = async () => (await databasesOn(next))?.filter((name) => name?.startsWith('libreta-'));
  await expect.poll(kept).toEqual([]);
  // The next page checks for waiting operations without creating a database.
  await next.reload();
  await expect(next.locator('[name=cedula]')).toBeVisible();
  await expect.poll(kept).toEqual([]);
  // A user who knows the password may start with a new vault.
  await signInOnline(next);
});

test('the disk holds no name, search or typed text in clear', { tag: '@long' }, async () => {
  // The full Chromium also stores a history.
  await device.throwAway();
  device = tablet(server.url, { viewport: DESK, program: 'chromium' });
  const page = await startBrowser();
  await signInOnline(page);
  await installed(page);
  await typeDraft(page);
  await page.goto(`${server.url}/ninos/${childId}?seccion=control`);
  await page.locator('[name=peso]').fill(MEASURED);
  await expect.poll(() => drafts(page)).toHaveLength(2);
  await page.reload();
  await expect(page.locator('[name=peso]')).toHaveValue(MEASURED);
  const { nombres, apellidos, cedula } = CHILD;
  const searched = `${nombres} ${apellidos}`.toLowerCase();
  await page.goto(`${server.url}/registros`);
  await page.getByRole('link', { name: /Consultar Niños/ }).click();
  const box = page.getByRole('textbox', { name: /Buscar/ });
  for (const words of [searched, cedula]) {
    await box.fill(words);
    await expect(page).toHaveURL(/[?]q=_\d{20,40}$/);
    await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
    await page.locator('tbody tr').first().click();
    await expect(page).toHaveURL(new RegExp(`/ninos/${childId}`));
    await page.goBack();
    await expect(box).toHaveValue(words);
    await page.reload();
    await expect(box).toHaveValue(words, { timeout: 30_000 });
    await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
    await box.fill('');
    await expect(page).toHaveURL(/ninos$/);
  }
  await page.evaluate((witness) => localStorage.setItem('testigo', witness), WITNESS);
  // The browser's history is in separate files.
  await page.goto(`${server.url}/registros?${WITNESS}`);
  await device.close();
  // Proves that the search works: only the full Chromium, not its headless shell, stores a history.
  const witnesses = wordsOnDisk([WITNESS]);
  expect(witnesses.filter((place) => place.includes('/History'))).not.toEqual([]);
  expect(witnesses.filter((place) => place.includes('/Local Storage/'))).not.toEqual([]);
  expect(wordsOnDisk([TYPED, KEPT_MEASURE, PASSWORD])).toEqual([]);
  const asSearched = [' ', '+', '%20'].map((space) => searched.replaceAll(' ', space));
  expect(wordsOnDisk(asSearched)).toEqual([]);
  expect(wordsOnDisk([`${nombres} ${apellidos}`, cedula])).toEqual([]);
});
