import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { recordCalls } from '#domain/calls/records.ts';
import { RECORDS } from '#domain/records/index.ts';
import { router } from '#web/app/router.tsx';
import { hanging } from '../../../tests/support/answering.ts';
import { fakeBooklet } from '../../../tests/support/fake-records.ts';
import { screenAt } from '../../../tests/support/shown.tsx';

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

test('a child opened from a list is shown by its row until the booklet comes', async () => {
  const { id, fakes } = fakeBooklet('nino', { nombres: 'SISA ÑUSTA', apellidos: 'GUAMÁN' });
  const silent = hanging(recordCalls(RECORDS.nino).one);
  await screenAt('/lista/ninos', 'ROLE_BRIGADA', silent, ...fakes);
  await expect.element(page.getByText('SISA ÑUSTA').first()).toBeVisible();
  router.history.push(`/ninos/${id}`);
  await expect.element(page.getByRole('heading', { level: 1, name: /SISA ÑUSTA/ })).toBeVisible();
  await expect.poll(() => silent.requests.length).toBe(1);
});
