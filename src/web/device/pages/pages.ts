import type { PullPosition } from '#domain/device/pulling.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';

export type PageMessage =
  | { readonly type: 'ask'; readonly usuario: string }
  /** `unlocks`: after the password was given; an answer to `ask` opens no locked page (V3). */
  | { readonly type: 'give'; readonly vault: OpenVault; readonly unlocks?: boolean }
  | { readonly type: 'busy' }
  | { readonly type: 'lock'; readonly usuario: string }
  | { readonly type: 'gone'; readonly vaults: readonly string[] }
  | { readonly type: 'waiting'; readonly vault: string }
  | { readonly type: 'notes'; readonly vault: string }
  | {
      readonly type: 'booklets';
      readonly vault: string;
      readonly changed: readonly string[];
      readonly reading?: PullPosition;
    };

/** Earlier releases use the same channel and ignore unknown types. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('libreta.boveda') : undefined;

export const postToPages = (message: PageMessage): void => channel?.postMessage(message);

export function onPageMessage(listener: (message: PageMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<PageMessage>) => listener(data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
