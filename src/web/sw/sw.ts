import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: {
  /** Put in by the build: every file of the site, with a hash of those whose name has none. */
  readonly __WB_MANIFEST: PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

/** The page of `/` can be read before any code is there; the other one is every other screen's. */
const pageOf = ({ pathname }: URL) => (pathname === '/' ? '/first.html' : '/index.html');

// What the site is made of, and nothing else: no answer of the API is ever kept or given from here.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] });
cleanupOutdatedCaches();
clientsClaim();

registerRoute(
  new NavigationRoute(async ({ url, request }) => (await matchPrecache(pageOf(url))) ?? fetch(request), {
    denylist: [/^\/(api|assets)(\/|$)/],
  }),
);

self.addEventListener('message', ({ data }) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
