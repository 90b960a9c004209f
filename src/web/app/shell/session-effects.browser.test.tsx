import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signout } from '#domain/calls/open-sessions.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { getSession } from '#web/lib/session.ts';
import { answering, fetchOf, unreachable } from '../../../../tests/support/answering.ts';
import { inHealth } from '../../../../tests/support/breaking.ts';
import { fakeBooklet } from '../../../../tests/support/fake-records.ts';
import { button, expectCount, notices, pathOf } from '../../../../tests/support/on-screen.ts';
import { screenAt } from '../../../../tests/support/shown.tsx';

const named = (name: string) => page.getByName(name);

test('Salir ends the session here at once, and on the server with its token', async () => {
  const booklet = fakeBooklet('nino');
  const ending = answering(signout, () => ({ message: 'Cerraste la sesión.' }));
  await screenAt(`/ninos/${booklet.id}`, 'ROLE_BRIGADA', ending, ...booklet.fakes);
  const token = getSession()?.accessToken;
  const fetched = vi.spyOn(globalThis, 'fetch');
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  await expect.poll(() => ending.requests.length).toBe(1);
  const [, init] = fetched.mock.calls.find(([address]) => String(address) === signout.path) ?? [];
  expect(new Headers(init?.headers).get('x-access-token')).toBe(token);
  expect(init?.keepalive).toBe(true);
});

test('Salir does not wait for the server and reports no error without a connection', async () => {
  const booklet = fakeBooklet('nino');
  const ending = unreachable(signout);
  await screenAt(`/ninos/${booklet.id}`, 'ROLE_BRIGADA', inHealth(), ending, ...booklet.fakes);
  await button('Salir').click();
  await expect.poll(pathOf).toBe('/login');
  await expect.poll(() => ending.requests.length).toBe(1);
  expect(getSession()).toBeNull();
  await expectCount(notices(), 0);
  await expectCount(page.getByRole('alert'), 0);
});

test('a renewed token changes neither loaded data nor input', async () => {
  const booklet = fakeBooklet('nino');
  await screenAt(`/ninos/${booklet.id}`, 'ROLE_BRIGADA', ...booklet.fakes);
  await named('celular').fill('0991112223');
  const input = named('celular').element();
  const before = getSession();
  const requestCount = booklet.of('nino').one.requests.length;
  const answer = fetchOf(inHealth(), ...booklet.fakes);
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const response = await answer(address, init);
    response.headers.set('x-access-token', 'renewed');
    return response;
  });
  await queryClient.refetchQueries({ queryKey: ['control'] });
  expect(getSession()).toEqual({ ...before, accessToken: 'renewed' });
  expect(JSON.parse(localStorage.getItem('libreta.session') ?? '')).toEqual(getSession());
  // The same input element, with focus and value; nothing else was requested again.
  expect(named('celular').element()).toBe(input);
  expect(document.activeElement).toBe(input);
  await expect.element(named('celular')).toHaveValue('0991112223');
  expect(booklet.of('nino').one.requests.length).toBe(requestCount);
});
