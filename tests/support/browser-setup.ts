import '#web/theme/styles.ts';
import './locators.ts';
import './own-font.ts';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#web/lib/query-client.ts';
import { reportServer } from '#web/lib/server-reach.ts';
import { openConfirm } from '#web/ui/feedback/confirm-dialog.ts';
import { takeFaults } from './answering.ts';
import { leave } from './shown.tsx';

/** A notice of success goes after 5 s, which the process that presses buttons for the test may need until its answer comes here. */
const STAYS_MS = 20_000;

// Files share a page, so the defaults are restored after each test.
const loading = queryClient.getDefaultOptions();

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  const { show } = notifications;
  vi.spyOn(notifications, 'show').mockImplementation((notice, store) =>
    show({ ...notice, ...(notice.autoClose && { autoClose: STAYS_MS }) }, store),
  );
  await page.viewport(1280, 800);
});

afterEach(async () => {
  await leave();
  openConfirm.get()?.settle(false);
  notifications.clean();
  vi.restoreAllMocks();
  vi.useRealTimers();
  queryClient.setDefaultOptions(loading);
  reportServer(true);
  expect(takeFaults(), 'what fakes were asked or answered against their call').toEqual([]);
});
