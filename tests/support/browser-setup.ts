import '#web/theme/styles.ts';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '#web/lib/session.ts';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1280, 800);
});

afterEach(() => clearSession());
