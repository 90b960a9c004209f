import type { OpenVault } from '#web/device/shown/open-vault.ts';

/** What a page says to the service worker about its keys, which must outlive the page for the moment of a reload. */
export type KeyMessage =
  | { readonly type: 'KEEP_KEYS'; readonly vault: OpenVault }
  /** Answered over the port that comes along: the vault of this person, once, or null. */
  | { readonly type: 'GIVE_KEYS'; readonly usuario: string }
  | { readonly type: 'FORGET_KEYS' };

/** Longer than a page takes to load anew, and short enough for whoever finds the tablet. */
export const KEYS_KEPT_MS = 60_000;
