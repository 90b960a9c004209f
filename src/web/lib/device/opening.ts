import type { Session } from '#domain/calls/session.ts';
import { forgetKeeper, holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { getSession } from '#web/lib/session.ts';
import { countAttempt, failedAttempt, returnAttempt } from './attempts.ts';
import { toText } from './bytes.ts';
import { vaultByCedula } from './device-entry.ts';
import { passwordKey } from './kdf.ts';
import { forgetInWorker, tellPages } from './key-pages.ts';
import { type OpenVault, openVault, vaultState } from './open-vault.ts';
import { openingAsked } from './opening-asked.ts';
import { sealedDrafts, sealPlainDrafts } from './sealed-drafts.ts';
import { type Bytes, type VaultEntry, VaultGone } from './stores.ts';
import { forgive, openByPassword } from './vaults.ts';

/** A password that somebody typed, and the key that it makes for the vault of that cedula, being worked out. */
export interface Trial {
  /** As it was typed: the vault is the one that it leads to, perhaps not its own. */
  readonly cedula: string;
  readonly entry: VaultEntry;
  readonly key: Promise<Bytes>;
}

export async function beginTrial({ cedula, password }: { cedula: string; password: string }): Promise<Trial | null> {
  const entry = await vaultByCedula(cedula);
  if (!entry) return null;
  const key = entry.porClave ? passwordKey(password, entry.kdf) : Promise.reject(new Error('no password opens it'));
  // Whoever needs it hears of it; where the server lets in, nobody may.
  key.catch(() => undefined);
  return { cedula: cedula.trim(), entry, key };
}

/** The key of a trial, unless the vault has another password since. */
async function keyOf(trial: Trial | null, entry: VaultEntry, password: string): Promise<Bytes> {
  const same = trial?.entry.id === entry.id && toText(trial.entry.kdf.salt) === toText(entry.kdf.salt);
  return (same && trial ? trial.key : null) ?? passwordKey(password, entry.kdf);
}

/**
 * Opens a vault where only the device says whether the password is right.
 * @throws OpeningRefused, NoMemory
 */
export async function tryPassword(id: string, trial: Trial | null, password: string): Promise<OpenVault> {
  const entry = await countAttempt(id);
  const key = await keyOf(trial, entry, password).catch(async (error: unknown) => {
    await returnAttempt(id);
    throw error;
  });
  const vault = await openByPassword(entry, key).catch(() => null);
  if (!vault) throw await failedAttempt(id);
  await forgive(id);
  return vault;
}

/** Lets whoever is signed in have what her vault holds; nothing happens where somebody else is by now. */
export async function takeVault(vault: OpenVault): Promise<void> {
  const keeper = await sealedDrafts(vault).catch((error: unknown) => {
    // Taken off the device while it was on its way here.
    if (error instanceof VaultGone) return null;
    throw error;
  });
  if (!keeper) return;
  if (getSession()?._id !== vault.usuario) return keeper.close?.();
  openVault.set(vault);
  vaultState.set('open');
  sealPlainDrafts(keeper);
  keepDrafts(keeper);
  openingAsked.get()?.settle(true);
}

/**
 * Lets go of the keys; what is sealed stays.
 * @param session whose work goes on, if it does: what she types from now on waits for the keys
 */
export function closeVault(session: Session | null): void {
  openVault.set(null);
  forgetInWorker();
  vaultState.set(session ? 'closed' : 'none');
  if (session) holdDrafts(session._id);
  else forgetKeeper();
}

/** Gives another tab of the same person what she has opened here. */
export function shareVault(usuario: string): void {
  const vault = openVault.get();
  if (vault?.usuario === usuario) tellPages({ type: 'give', vault });
}
