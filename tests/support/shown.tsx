import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import type { RoleName } from '#domain/roles.ts';
import { App } from '#web/app/app.tsx';
import { router } from '#web/app/router.tsx';
import { startSessionEffects } from '#web/app/session-effects.ts';
import { forgetLoaded } from '#web/lib/loaded.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { clearSession, setSession } from '#web/lib/session.ts';
import { ignoreStrayPresses } from '#web/lib/stray-press.ts';
import { cssVariablesResolver, theme } from '#web/theme/theme.ts';
import { OverlayHost } from '#web/ui/feedback/overlay-host.tsx';
import { type Fake, fetchOf, leavePage } from './answering.ts';

const realFetch = globalThis.fetch;

/** What a screen asks goes to the fakes; every call that nobody answers is told by the name of the address. */
export function serve(...fakes: Fake[]): void {
  const answer = fetchOf(...fakes);
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    new URL(String(address), location.href).pathname.startsWith('/api/')
      ? answer(address, init)
      : realFetch(address, init),
  );
}

/** Signs in as somebody of this role, as the server would have answered. */
export function signedInAs(role: RoleName, _id = '0190a000-0000-7000-8000-000000000001') {
  const session = {
    _id,
    nombre: 'Rosa',
    apellido: 'Yuquilema',
    cedula: '0601000001',
    email: 'rosa@example.ec',
    roles: [role],
    accessToken: `token-of-${_id}`,
    message: '',
  };
  setSession(session);
  return session;
}

const { startTransition } = router;
const goTo = (path: string) => {
  // What React has put in its place waits for a page that is no longer shown.
  router.startTransition = startTransition;
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
};

let started = false;
/** A reload knows no press of the page before it. */
let forgetPresses = () => {};

/** The whole application at an address, before a server made of fakes; what it showed before goes, as at a reload. */
export async function screenAt(path: string, role: RoleName | null, ...fakes: Fake[]) {
  await cleanup();
  serve(...fakes);
  forgetLoaded();
  goTo(path);
  if (!started) startSessionEffects(router);
  started = true;
  forgetPresses();
  forgetPresses = ignoreStrayPresses(document);
  if (role) signedInAs(role);
  // Also where nobody has just signed in: what is mounted follows a load, and may begin none.
  void router.invalidate();
  const rendered = await render(<App />);
  await expect.poll(() => router.state.status, { timeout: 60_000 }).toBe('idle');
  return rendered;
}

/** Where the application is. */
export const address = () => router.state.location.href;

/** After a test: nothing is shown, and nobody is signed in. */
export async function leave() {
  leavePage();
  await cleanup();
  // Where no guard leads elsewhere: nobody would be there to follow.
  goTo('/');
  clearSession();
}

/** A component with what stands around each in the application, without a screen; what was shown before goes. */
export async function shown(element: ReactNode, ...fakes: Fake[]) {
  await cleanup();
  serve(...fakes);
  forgetLoaded();
  return render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme="light">
      <QueryClientProvider client={queryClient}>
        <main>{element}</main>
        <OverlayHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** As a phone of the field shows it. */
export const onPhone = () => page.viewport(360, 740);
