import { expect, type Page, type Route } from '@playwright/test';

/** Screens may show neither; the console may have the reference. */
const DETAIL = 'Detalle del servidor: tabla «opcion» de 0603714026';
const REFERENCE = 'req-4711';
const body = { message: DETAIL, requestId: REFERENCE };

const FAILURES = {
  500: (route: Route) => route.fulfill({ status: 500, json: body }),
  abort: (route: Route) => route.abort(),
} as const;

/** Longer than the client's retries. */
export const PATIENCE = { timeout: 60_000 };

/** Breaks calls until `mend` is called, and records console errors. */
export async function breakCalls(page: Page, calls: string | RegExp, failure: keyof typeof FAILURES = 500) {
  let broken = true;
  const logged: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())));
  await page.route(calls, (route) =>
    broken && route.request().method() === 'GET' ? FAILURES[failure](route) : route.fallback(),
  );
  return {
    mend: () => {
      broken = false;
    },
    /** Log lines of the application about loading `what`. */
    logLinesAbout: (what: string) =>
      logged.filter((line) => line.includes(`Error al cargar ${what}. Por favor, inténtalo de nuevo.`)),
  };
}

/** Expects no error message and no loading indicator on the screen. */
export async function expectNoFailureOnPage(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toContain(DETAIL);
  expect(text).not.toContain(REFERENCE);
  expect(text).not.toMatch(/Error al cargar|No se pud|No pudimos|No hay conexión|Ocurrió un error|Cargando/);
  const statuses = page.getByRole('status').filter({ hasText: /Cargando|Error/ });
  await expect(statuses).toHaveCount(0);
}
