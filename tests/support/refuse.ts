import type { Page } from '@playwright/test';
import { REFUSAL } from './refusal.ts';

/** Makes one kind of call fail as a server would, naming a field; `page.unrouteAll()` ends it. */
export async function refuse(page: Page, method: string, path: string, field = 'cedula'): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === `/api/${path}` || pathname.startsWith(`/api/${path}/`),
    (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 400, json: { message: [{ msg: REFUSAL, path: field }] } })
        : route.fallback(),
  );
}
