import { expect, type Page } from '@playwright/test';

/** Opens and closes every menu, list, calendar and drawer in a part of a screen. @returns their number */
export async function openAll(page: Page, within = 'body'): Promise<number> {
  // An open dialog captures the keyboard.
  if ((await page.getByRole('dialog').count()) > 0) return 0;
  const openers = page.locator(`${within} [aria-haspopup][aria-expanded]:visible:enabled`);
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
    // A closing drawer still has its own navigation.
    await expect(page.locator('[role=dialog]')).toHaveCount(0);
  }
  return count;
}

/** Opens every delete confirmation on a screen and cancels it. @returns their number */
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
