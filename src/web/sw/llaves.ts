import { keyKeeper } from '#web/device/pages/key-keeper.ts';

type KeyEvent = Parameters<ReturnType<typeof keyKeeper>>[0];

declare const self: {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: KeyEvent) => void): void;
};

// Apart from the one that keeps the application: that comes down whole before it begins, and waits to be replaced until nobody needs it.
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('message', keyKeeper());
