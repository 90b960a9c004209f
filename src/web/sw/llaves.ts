import { keyKeeper } from '#web/device/pages/key-keeper.ts';

type KeyEvent = Parameters<ReturnType<typeof keyKeeper>>[0];

declare const self: {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: KeyEvent) => void): void;
};

// Separate from the application's worker, which waits for all downloads and for old pages to close.
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('message', keyKeeper());
