import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { BrokenScreen } from '#web/ui/feedback/error-boundary.tsx';
import { rootRoute } from './root-route.ts';
import { screens } from './screens.ts';
import { WaitingScreen } from './shell/waiting-screen.tsx';

/** Parses quoted text, as older addresses contain for digits; other text is taken literally. */
function quoted(text: string): unknown {
  if (!text.startsWith('"')) throw new Error('not quoted');
  return JSON.parse(text);
}

export const router = createRouter({
  routeTree: rootRoute.addChildren(screens),
  parseSearch: parseSearchWith(quoted),
  stringifySearch: stringifySearchWith(JSON.stringify, quoted),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: WaitingScreen,
  defaultErrorComponent: BrokenScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
