import { expect, type Page, type Route } from '@playwright/test';

/** What no screen may repeat, and the number that the console may. */
const DETAIL = 'Detalle del servidor: tabla «opcion» de 0603714026';
const REFERENCE = 'req-4711';
const body = { message: DETAIL, requestId: REFERENCE };

/** The ways in which an answer does not come. */
const FAILURES = {
  500: (route: Route) => route.fulfill({ status: 500, json: body }),
  abort: (route: Route) => route.abort(),
} as const;

/** Long enough for the client's own tries. */
export const PATIENCE = { timeout: 25_000 };

/** Breaks calls until `mend`, and keeps what the console is told. */
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
    /** What the application itself told the console about loading `what`. */
    toldOf: (what: string) =>
      logged.filter((line) => line.includes(`Error al cargar ${what}. Por favor, inténtalo de nuevo.`)),
  };
}

/** Nothing on the screen speaks of a failure, and nothing says that it still loads. */
export async function expectSilence(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toContain(DETAIL);
  expect(text).not.toContain(REFERENCE);
  expect(text).not.toMatch(/Error al cargar|No se pud|No pudimos|No hay conexión|Ocurrió un error|Cargando/);
  const heard = page.getByRole('status').filter({ hasText: /Cargando|Error/ });
  await expect(heard).toHaveCount(0);
}
