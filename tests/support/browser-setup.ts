import '#web/theme/styles.ts';
import './locators.ts';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import spanish from '#web/theme/fonts/atkinson-spanish.woff2?url';
import { openConfirm } from '#web/ui/feedback/confirm-dialog.ts';
import { takeFaults } from './answering.ts';
import { leave } from './shown.tsx';

// As the page declares it: what fits in its letters need not fit in another font's.
const font = new FontFace('Atkinson Hyperlegible Next Variable', `url(${spanish})`, { weight: '400 700' });
document.fonts.add(await font.load());

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1280, 800);
});

afterEach(async () => {
  await leave();
  openConfirm.get()?.settle(false);
  notifications.clean();
  vi.restoreAllMocks();
  expect(takeFaults(), 'what fakes were asked or answered against their call').toEqual([]);
});
