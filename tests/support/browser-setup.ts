import '#web/theme/styles.ts';
import './locators.ts';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openConfirm } from '#web/ui/feedback/confirm-dialog.ts';
import { takeFaults } from './answering.ts';
import { leave } from './shown.tsx';

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
