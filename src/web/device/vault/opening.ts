import type { Bytes } from '#web/device/crypto/bytes.ts';
import { toText } from '#web/device/crypto/bytes.ts';
import { passwordKey } from '#web/device/crypto/kdf.ts';
import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { vaultByCedula } from '#web/device/store/device-entry.ts';
import type { VaultEntry } from '#web/device/store/stores.ts';
import { countAttempt, failedAttempt, returnAttempt } from './attempts.ts';
import { openByPassword, resetAttempts } from './vaults.ts';

export interface Trial {
  /** As typed: its tag prefix may lead to the vault of another cedula. */
  readonly cedula: string;
  readonly entry: VaultEntry;
  readonly key: Promise<Bytes>;
}

export async function startTrial({ cedula, password }: { cedula: string; password: string }): Promise<Trial | null> {
  const entry = await vaultByCedula(cedula);
  if (!entry) return null;
  const key = entry.porClave ? passwordKey(password, entry.kdf) : Promise.reject(new Error('no password opens it'));
  // A sign-in that the server accepts may never await this key.
  key.catch(() => undefined);
  return { cedula: cedula.trim(), entry, key };
}

/** Derives the key again when the vault's password changed since the trial began. */
async function keyOf(trial: Trial | null, entry: VaultEntry, password: string): Promise<Bytes> {
  const same = trial?.entry.id === entry.id && toText(trial.entry.kdf.salt) === toText(entry.kdf.salt);
  return (same && trial ? trial.key : null) ?? passwordKey(password, entry.kdf);
}

export async function tryPassword(id: string, trial: Trial | null, password: string): Promise<OpenVault> {
  const entry = await countAttempt(id);
  const key = await keyOf(trial, entry, password).catch(async (error: unknown) => {
    await returnAttempt(id);
    throw error;
  });
  const vault = await openByPassword(entry, key).catch(() => null);
  if (!vault) throw await failedAttempt(id);
  await resetAttempts(id);
  return vault;
}
