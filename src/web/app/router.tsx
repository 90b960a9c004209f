import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { setRouteTitle } from '#web/lib/screen-title.ts';
import { getSession } from '#web/lib/session.ts';
import { BrokenScreen } from '#web/ui/error-boundary.tsx';
import { redirectFor } from './guards.ts';
import { screens } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { WaitingScreen } from './shell/waiting-screen.tsx';

const rootRoute = createRootRoute({ component: Shell });

const screenRoutes = screens.map(({ path, title, access, component }) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    beforeLoad: () => {
      const elsewhere = redirectFor(access, getSession());
      if (elsewhere) throw redirect({ to: elsewhere, replace: true });
    },
    onEnter: () => setRouteTitle(title),
  }),
);

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([...screenRoutes, unknownRoute]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: WaitingScreen,
  defaultErrorComponent: BrokenScreen,
  scrollRestoration: true,
});
