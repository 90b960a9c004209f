import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: {
  readonly __WB_MANIFEST: PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

/** The page of `/` is readable before any code has loaded. */
const pageOf = ({ pathname }: URL) => (pathname === '/' ? '/first.html' : '/index.html');

// Only the site's files are cached, never an answer of the API.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] });
cleanupOutdatedCaches();
clientsClaim();

registerRoute(
  new NavigationRoute(async ({ url, request }) => (await matchPrecache(pageOf(url))) ?? fetch(request), {
    denylist: [/^\/(api|assets|fhir|\.well-known)(\/|$)/],
  }),
);

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
