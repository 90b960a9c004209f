import type { NoVault } from '#domain/device/vault.ts';
import type { VaultKeys } from '#web/device/crypto/cipher.ts';
import { createStore } from '#web/lib/store.ts';

/** The vault of whoever is signed in, while it is open. */
export interface OpenVault extends VaultKeys {
  readonly id: string;
  /** Whose it is. */
  readonly usuario: string;
}

export const openVault = createStore<OpenVault | null>(null);

/** Whether whoever is signed in has a vault on this device, and whether it is open. */
export const vaultState = createStore<'none' | 'closed' | 'open'>('none');

export const noVault = createStore<NoVault | null>(null);
