import { expect, type Page } from '@playwright/test';

/** Opens every menu, list, calendar and drawer of a screen, and closes it. @returns how many there were */
export async function openAll(page: Page): Promise<number> {
  // Whatever lies over the page keeps the keys to itself.
  if ((await page.getByRole('dialog').count()) > 0) return 0;
  const openers = page.locator('[aria-haspopup][aria-expanded]:visible:enabled');
  const count = await openers.count();
  for (let place = 0; place < count; place += 1) {
    const opener = openers.nth(place);
    await opener.focus();
    await page.keyboard.press((await opener.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(opener).toHaveAttribute('aria-expanded', 'false', { timeout: 500 });
    }).toPass();
    // A drawer that is on its way out still has a navigation of its own.
    await expect(page.locator('[role=dialog]')).toHaveCount(0);
  }
  return count;
}

/** Asks for whatever can be deleted on a screen, and thinks better of it. @returns how many there were */
export async function askToDelete(page: Page): Promise<number> {
  const buttons = page.getByRole('button', { name: /^Eliminar/ });
  const count = Math.min(await buttons.count(), 2);
  for (let place = 0; place < count; place += 1) {
    await buttons.nth(place).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  return count;
}
