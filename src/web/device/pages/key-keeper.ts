import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { KEYS_KEPT_MS, type KeyMessage } from './key-messages.ts';

/** What the service worker needs to know of an event. */
interface KeyEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  waitUntil(work: Promise<unknown>): void;
}

/**
 * Keeps the keys of a page that is loaded anew: in memory alone, for a minute at most, and gives them back once.
 * @returns what takes a message of a page
 */
export function keyKeeper(): (event: KeyEvent) => void {
  const kept = new Map<string, OpenVault>();
  return (event) => {
    const message = event.data as KeyMessage | null;
    if (message?.type === 'KEEP_KEYS') {
      const { vault } = message;
      kept.set(vault.usuario, vault);
      // A worker that rests would forget them sooner.
      event.waitUntil(
        new Promise<void>((resolve) => {
          setTimeout(() => {
            if (kept.get(vault.usuario) === vault) kept.delete(vault.usuario);
            resolve();
          }, KEYS_KEPT_MS);
        }),
      );
    }
    if (message?.type === 'GIVE_KEYS') {
      event.ports[0]?.postMessage(kept.get(message.usuario) ?? null);
      kept.delete(message.usuario);
    }
    if (message?.type === 'FORGET_KEYS') kept.clear();
  };
}
