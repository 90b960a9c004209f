import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './people.ts';
import { remoteApi } from './remote-api.ts';
import type { ServerProcess } from './server-process.ts';

const failOnError = (page: Page) =>
  page.on('pageerror', (error) => expect(error, 'uncaught error in the page').toBeUndefined());

/** Signs in on the screen: the administrator, unless somebody else is named. An uncaught error in the page fails the test. */
export async function signInOn(page: Page, server: ServerProcess, who = server.admin): Promise<void> {
  failOnError(page);
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(who.cedula);
  await page.locator('[name=password]').fill(who.password);
  await page.locator('[name=password]').press('Enter');
  await expect(page).not.toHaveURL(/login/);
}

/**
 * Gives a device on which nothing is open yet the session of somebody: the administrator, unless another one is named by
 * the cedula. `also` is what the device believes of it. What a person does on the form is proved where it is the subject. An uncaught error in the page fails the test.
 */
export async function beSignedIn(page: Page, server: ServerProcess, cedula?: string, also: object = {}): Promise<void> {
  failOnError(page);
  const who = cedula === undefined ? server.admin : { cedula, password: PASSWORD };
  const { status, body } = await remoteApi(server.url).call('POST', '/api/auth/signin', who);
  expect(status, JSON.stringify(body)).toBe(200);
  // A picture of the site: what `setStorageState` does in a page of its own costs as much as the whole application.
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

/** Calls the API as the administrator. */
export async function administratorCalls(server: ServerProcess) {
  const { call, signIn } = remoteApi(server.url);
  const token = await signIn(server.admin);
  return (method: string, path: string, body?: unknown) => call(method, path, body, token);
}

/** Role names → their ids. */
export async function roleIds(server: ServerProcess): Promise<Record<string, string>> {
  const { body } = await (await administratorCalls(server))('GET', '/api/roles');
  return Object.fromEntries(body.map(({ _id, name }: { _id: string; name: string }) => [name, _id]));
}

/** Signs in with the password of the people that tests create, and waits for the first screen. */
export async function signInAs(page: Page, server: ServerProcess, cedula: string): Promise<void> {
  await signInOn(page, server, { cedula, password: PASSWORD });
  await expect(page).toHaveURL(/\/registros$/);
}
