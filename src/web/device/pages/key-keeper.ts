import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { KEYS_KEPT_MS, type KeyMessage } from './key-messages.ts';

interface KeyEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
  waitUntil(work: Promise<unknown>): void;
}

/** Keeps the keys of a page that reloads: in memory only, for a minute at most, and gives them back once. */
export function keyKeeper(): (event: KeyEvent) => void {
  const vaults = new Map<string, OpenVault>();
  return (event) => {
    const message = event.data as KeyMessage | null;
    if (message?.type === 'KEEP_KEYS') {
      const { vault } = message;
      vaults.set(vault.usuario, vault);
      // An idle worker may be stopped, and its memory lost; `waitUntil` keeps it running.
      event.waitUntil(
        new Promise<void>((resolve) => {
          setTimeout(() => {
            if (vaults.get(vault.usuario) === vault) vaults.delete(vault.usuario);
            resolve();
          }, KEYS_KEPT_MS);
        }),
      );
    }
    if (message?.type === 'GIVE_KEYS') {
      event.ports[0]?.postMessage(vaults.get(message.usuario) ?? null);
      vaults.delete(message.usuario);
    }
    if (message?.type === 'FORGET_KEYS') vaults.clear();
  };
}
