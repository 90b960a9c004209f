import type { OpenVault } from '#web/device/shown/open-vault.ts';

export type KeyMessage =
  | { readonly type: 'KEEP_KEYS'; readonly vault: OpenVault }
  | { readonly type: 'GIVE_KEYS'; readonly usuario: string }
  | { readonly type: 'FORGET_KEYS' };

/** Longer than a reload takes, and short in case the tablet is lost. */
export const KEYS_KEPT_MS = 60_000;
