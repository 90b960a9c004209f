import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import type { RoleName } from '#domain/roles.ts';
import { App } from '#web/app/app.tsx';
import { router } from '#web/app/router.tsx';
import { startSessionEffects } from '#web/app/shell/session-effects.ts';
import { forgetLoaded } from '#web/lib/loaded.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { clearSession, getSession, setSession } from '#web/lib/session.ts';
import { ignoreStrayPresses } from '#web/lib/stray-press.ts';
import { cssVariablesResolver } from '#web/theme/design.ts';
import { theme } from '#web/theme/theme.ts';
import { OverlayHost } from '#web/ui/feedback/overlay-host.tsx';
import { type Fake, fetchOf, leavePage } from './answering.ts';

const realFetch = globalThis.fetch;

/** Answers the screen's requests with fakes; one of the API without a fake fails with its address. */
export function serveFakes(...fakes: Fake[]): void {
  const answer = fetchOf(...fakes);
  const isFaked = (path: string) => path.startsWith('/api/') || fakes.some(({ call }) => call.path === path);
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    isFaked(new URL(String(address), location.href).pathname) ? answer(address, init) : realFetch(address, init),
  );
}

/** Signs in with this role. */
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
  // React's own transition would wait for a page that is no longer shown.
  router.startTransition = startTransition;
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
};

let started = false;
/** A reload forgets earlier key presses. */
let forgetPresses = () => {};

/** Reports that its children are in the page and that their effects have run: effects of children run before those of their parent. */
function Reporting({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useEffect(onShown, [onShown]);
  return children;
}

/** Renders an element and waits until it is in the page. The production build of React has no `act` that would wait. */
export async function show(element: ReactNode) {
  let onShown = () => {};
  const shown = new Promise<void>((resolve) => {
    onShown = resolve;
  });
  const rendered = await render(<Reporting onShown={onShown}>{element}</Reporting>);
  await shown;
  return rendered;
}

/** Shows the whole application at an address, on fake calls, after removing what was shown before. */
export async function screenAt(path: string, role: RoleName | null, ...fakes: Fake[]) {
  await cleanup();
  serveFakes(...fakes);
  forgetLoaded();
  goTo(path);
  if (!started) startSessionEffects(router);
  started = true;
  forgetPresses();
  forgetPresses = ignoreStrayPresses(document);
  if (role) signedInAs(role);
  // Without a new sign-in nothing else starts loading.
  void router.invalidate();
  const rendered = await show(<App />);
  await expect.poll(() => router.state.status, { timeout: 60_000 }).toBe('idle');
  return rendered;
}

export const shownAddress = () => router.state.location.href;

/** Removes the application and signs out. */
export async function leave() {
  leavePage();
  await cleanup();
  // An address without guards, because a redirect would have no application to handle it.
  goTo('/');
  clearSession();
}

/** Shows a component within the application's providers, after removing what was shown before. Without a session it signs in, because queries need one. */
export async function showElement(element: ReactNode, ...fakes: Fake[]) {
  await cleanup();
  if (!getSession()) signedInAs('ROLE_BRIGADA');
  serveFakes(...fakes);
  forgetLoaded();
  return show(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme="light">
      <QueryClientProvider client={queryClient}>
        <main>{element}</main>
        <OverlayHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** As `showElement`, for a component with links to screens. */
export const showWithLinks = (element: ReactNode, ...fakes: Fake[]) =>
  showElement(<RouterContextProvider router={router}>{element}</RouterContextProvider>, ...fakes);

/** The size of a phone. */
export const onPhone = () => page.viewport(360, 740);
