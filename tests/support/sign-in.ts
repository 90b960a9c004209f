import { expect, type Page } from '@playwright/test';
import { recordNotices } from './notices.ts';
import { PASSWORD } from './people.ts';
import { remoteApi } from './remote-api.ts';
import type { ServerProcess } from './server-process.ts';

const failOnError = (page: Page) =>
  page.on('pageerror', (error) => expect(error, 'uncaught error in the page').toBeUndefined());

/** Signs in on the screen, by default as the administrator. An uncaught error in the page fails the test. */
export async function signInOn(page: Page, server: ServerProcess, account = server.admin): Promise<void> {
  failOnError(page);
  await recordNotices(page);
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(account.cedula);
  await page.locator('[name=password]').fill(account.password);
  await page.locator('[name=password]').press('Enter');
  await expect(page).not.toHaveURL(/login/);
}

/**
 * Gives a device without an open vault the session of a user, by default the administrator, without using the form. `also` is further state of the
 * device. An uncaught error in the page fails the test.
 */
export async function giveSession(
  page: Page,
  server: ServerProcess,
  cedula?: string,
  also: object = {},
): Promise<void> {
  failOnError(page);
  await recordNotices(page);
  const account = cedula === undefined ? server.admin : { cedula, password: PASSWORD };
  const { status, body } = await remoteApi(server.url).call('POST', '/api/auth/signin', account);
  expect(status, JSON.stringify(body)).toBe(200);
  // An image of the site costs far less than the application that `setStorageState` would load.
  await page.goto(`${server.url}/logo.svg`);
  await page.evaluate(
    async (session) => {
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
      sessionStorage.clear();
      localStorage.clear();
      localStorage.setItem('libreta.session', session);
    },
    JSON.stringify({ ...body, ...also }),
  );
}

export async function administratorCalls(server: ServerProcess) {
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  return (method: string, path: string, body?: unknown) => call(method, path, body, token);
}

/** Ids of the roles by name. */
export async function roleIds(server: ServerProcess): Promise<Record<string, string>> {
  const { body } = await (await administratorCalls(server))('GET', '/api/roles');
  return Object.fromEntries(body.map(({ _id, name }: { _id: string; name: string }) => [name, _id]));
}

/** Signs in a user created by tests and waits for the first screen. */
export async function signInAs(page: Page, server: ServerProcess, cedula: string): Promise<void> {
  await signInOn(page, server, { cedula, password: PASSWORD });
  await expect(page).toHaveURL(/\/registros$/);
}
