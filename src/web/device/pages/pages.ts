import type { Reading } from '#domain/device/pulling.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';

/** What the pages of the application on one device tell each other. */
export type PageMessage =
  /** Who has the open vault of this account? */
  | { readonly type: 'ask'; readonly usuario: string }
  | { readonly type: 'give'; readonly vault: OpenVault }
  /** Somebody works in another page. */
  | { readonly type: 'busy' }
  | { readonly type: 'lock'; readonly usuario: string }
  /** These vaults are taken off the device. */
  | { readonly type: 'gone'; readonly vaults: readonly string[] }
  /** What waits in a vault was changed. */
  | { readonly type: 'waiting'; readonly vault: string }
  /** Booklets came down or went, and how far the feed was read. */
  | {
      readonly type: 'booklets';
      readonly vault: string;
      readonly changed: readonly string[];
      readonly reading?: Reading;
    };

/** The one channel. Earlier releases know it too, and pass over what they do not know. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('libreta.boveda') : undefined;

export const tellPages = (message: PageMessage): void => channel?.postMessage(message);

/** @returns a function that stops listening */
export function onPages(listener: (message: PageMessage) => void): () => void {
  const heard = ({ data }: MessageEvent<PageMessage>) => listener(data);
  channel?.addEventListener('message', heard);
  return () => channel?.removeEventListener('message', heard);
}
