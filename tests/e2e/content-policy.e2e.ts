import { expect, type Page } from '@playwright/test';
import { RECORDS } from '#domain/records/index.ts';
import { bodyWith, newCedula } from '../support/factories.ts';
import { expectNotice } from '../support/notices.ts';
import { createUser } from '../support/people.ts';
import { watchPolicy } from '../support/policy-watch.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { openSettled } from '../support/settled.ts';
import { test } from '../support/shared-server.ts';
import { administratorCalls, giveSession } from '../support/sign-in.ts';

const SUPERVISOR = newCedula();
const child = crypto.randomUUID();

let server: ServerProcess;
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer;
  await createUser(server, SUPERVISOR, 'ROLE_SUPERVISOR');
  const call = await administratorCalls(server);
  await call('POST', '/api/nino', { ...bodyWith(RECORDS.nino, undefined), _id: child });
  await call('POST', '/api/mujer', bodyWith(RECORDS.mujer, undefined));
  await call('POST', `/api/${RECORDS.control.path}`, { ...RECORDS.control.example, ninoId: child });
});

async function download(page: Page, button: string | RegExp): Promise<void> {
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).first().click()]);
}

test('charts, PDF, export and notices work within the content policy', async ({ page, context }) => {
  const violations = await watchPolicy(context, server.url);
  await giveSession(page, server, SUPERVISOR);
  await openSettled(page, `${server.url}/lista/ninos`, 'Listado de Niños');
  await download(page, 'Exportar Excel');
  await download(page, /^Generar PDF/);
  await openSettled(page, `${server.url}/lista/mujer`, 'Listado de Mujeres Embarazadas');
  await download(page, /^Generar PDF/);
  await openSettled(page, `${server.url}/reportes`, /^Dashboard/);
  await download(page, /^Guardar PNG/);
  await download(page, /^Guardar CSV/);
  await openSettled(page, `${server.url}/ninos/${child}?seccion=peso-edad`, 'Peso para la edad');
  await page.emulateMedia({ media: 'print' });
  await page.emulateMedia({ media: 'screen' });
  await openSettled(page, `${server.url}/ninos/${child}`);
  await page.getByRole('button', { name: 'Editar' }).click();
  await expectNotice(page, '¡Información Actualizada!');
  expect(violations).toEqual([]);
});

test('the API description works under the policy', { tag: '@long' }, async ({ page, context }) => {
  const violations = await watchPolicy(context, server.url);
  await page.goto(`${server.url}/api/docs`);
  await expect(page.getByRole('heading', { name: /Libreta Integral/ })).toBeVisible();
  await page.getByText('/api/health', { exact: true }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('"status": "ok"').first()).toBeVisible();
  expect(violations).toEqual([]);
});

const ATTEMPTS: Record<string, [attempt: () => void, noticed: string]> = {
  'a style sheet from elsewhere': [
    () => {
      const link = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href: 'https://example.org/a.css',
      });
      document.head.append(link);
    },
    'style-src-elem https://example.org/a.css',
  ],
  'a style element without the nonce': [
    () => document.head.append(Object.assign(document.createElement('style'), { textContent: 'body{color:red}' })),
    'style-src-elem inline',
  ],
  'a style attribute': [() => document.body.setAttribute('style', 'color: red'), 'style-src-attr inline'],
  'a script of text': [
    () => {
      const script = document.createElement('script');
      script.append('globalThis.ran = true');
      document.head.append(script);
    },
    "requires 'TrustedScript'",
  ],
  'text that becomes markup': [
    () => {
      try {
        document.body.innerHTML = '<img src="x" alt="">';
      } catch {}
    },
    'require-trusted-types-for trusted-types-sink',
  ],
  'a base elsewhere': [
    () => document.head.append(Object.assign(document.createElement('base'), { href: 'https://example.org/' })),
    'base-uri https://example.org',
  ],
  'a form sent away': [
    () => {
      const form = Object.assign(document.createElement('form'), { action: 'https://example.org/', method: 'post' });
      document.body.append(form);
      form.submit();
    },
    'form-action https://example.org',
  ],
  'a call elsewhere': [() => void fetch('https://example.org/x').catch(() => {}), 'connect-src https://example.org/x'],
  'a frame': [
    () => document.body.append(Object.assign(document.createElement('iframe'), { src: '/login' })),
    'frame-src',
  ],
};

test('the browser blocks what the policy forbids and reports each violation', async ({ page, context }) => {
  const violations = await watchPolicy(context, server.url);
  const openAgain = () => openSettled(page, `${server.url}/`, /Libreta Integral/);
  await openAgain();
  expect(violations).toEqual([]);
  for (const [what, [attempt, noticed]] of Object.entries(ATTEMPTS))
    await test.step(what, async () => {
      await page.evaluate(attempt);
      await expect.poll(() => violations.join('\n'), what).toContain(noticed);
      await openAgain();
      violations.length = 0;
    });
});
