import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { RECORDS } from '#domain/records/index.ts';
import { router } from '#web/app/router.tsx';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

/** The requests about a person that the page sends from now on. */
function requestsAbout(id: string): string[] {
  const sent: string[] = [];
  const ask = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const url = String(address);
    if (url.includes(id)) sent.push(`${init?.method ?? 'GET'} ${url.replace(id, ':id')}`);
    return ask(address, init);
  });
  return sent;
}

test.each([
  ['nino', '/ninos/'],
  ['mujer', '/mujer/'],
] as const)('a %s is opened by one request for the whole booklet', async (kind, path) => {
  const { id, fakes } = fakeBooklet(kind, {}, { control: [RECORDS.control.example], etmi: [RECORDS.etmi.example] });
  await screenAt('/home', 'ROLE_BRIGADA', ...fakes);
  const sent = requestsAbout(id);
  router.history.push(path + id);
  await expect.element(page.getByRole('tab').first()).toBeVisible();
  expect(sent).toEqual([`GET /api/${kind}/:id/libreta`]);
});
