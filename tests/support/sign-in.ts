import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './people.ts';
import type { ServerProcess } from './server-process.ts';

/** Signs in as a person does, and waits for the first screen. */
export async function signInAs(page: Page, server: ServerProcess, cedula: string): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.locator('[name=cedula]').fill(cedula);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('[name=password]').press('Enter');
  await expect(page).toHaveURL(/\/registros$/);
}
