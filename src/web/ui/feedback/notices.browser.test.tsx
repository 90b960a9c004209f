import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectTexts } from '../../../../tests/support/on-screen.ts';
import { showElement } from '../../../../tests/support/shown.tsx';
import { loadNoticeCenter, notify } from './notify.ts';

const titles = () => page.getByText(/^Aviso \w+$/);

beforeEach(async () => {
  await showElement(null);
  await loadNoticeCenter();
});

test('however many warnings stay open, an error and a success are shown', async () => {
  for (const one of ['uno', 'dos', 'tres', 'cuatro']) notify.warning({ title: `Aviso ${one}` });
  await expectTexts(titles(), ['Aviso tres', 'Aviso cuatro']);
  notify.error({ title: 'Aviso rojo', message: 'No se guardó' });
  await expectTexts(titles(), ['Aviso tres', 'Aviso cuatro', 'Aviso rojo']);
  notify.success({ title: 'Aviso verde' });
  await expectTexts(titles(), ['Aviso tres', 'Aviso cuatro', 'Aviso verde']);
});

test('a warning that was closed leaves room for the next one', async () => {
  for (const one of ['uno', 'dos']) notify.warning({ title: `Aviso ${one}` });
  await page.getByRole('button', { name: 'Cerrar aviso' }).first().click();
  await expectTexts(titles(), ['Aviso dos']);
  notify.warning({ title: 'Aviso tres' });
  await expectTexts(titles(), ['Aviso dos', 'Aviso tres']);
});

test('the whole text of a long warning is shown on a phone', async () => {
  await page.viewport(360, 740);
  const message = Array(12).fill('El peso para la edad está fuera de lo posible.').join('\n');
  notify.warning({ title: 'Aviso largo', message });
  const notice = page.getByRole('status').filter({ hasText: 'Aviso largo' });
  await expect.element(notice).toBeVisible();
  // Once its height has stopped growing.
  await Promise.all(
    notice
      .element()
      .getAnimations({ subtree: true })
      .map(({ finished }) => finished),
  );
  const { scrollHeight, clientHeight } = notice.element();
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});
