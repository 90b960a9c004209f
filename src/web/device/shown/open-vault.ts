import type { NoVaultReason } from '#domain/device/vault.ts';
import type { VaultKeys } from '#web/device/crypto/cipher.ts';
import { createStore } from '#web/lib/store.ts';

export interface OpenVault extends VaultKeys {
  readonly id: string;
  readonly usuario: string;
}

export const openVault = createStore<OpenVault | null>(null);

export const vaultState = createStore<'none' | 'closed' | 'open'>('none');

export const noVault = createStore<NoVaultReason | null>(null);
