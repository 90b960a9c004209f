import {
  stepVault as decide,
  INITIAL_VAULT_STATE,
  mayUseKeys,
  type NoStorageReason,
  noVaultReason,
  type VaultEffect,
  type VaultEvent,
  type VaultState,
} from '#domain/device/vault.ts';
import { sealedDrafts, sealPlainDrafts } from '#web/device/drafts/sealed-drafts.ts';
import { createKeyWorker, vaultFromOtherPage } from '#web/device/pages/key-pages.ts';
import { postToPages } from '#web/device/pages/pages.ts';
import { noVault, type OpenVault, openVault, vaultState } from '#web/device/shown/open-vault.ts';
import { openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { wipedRemotely } from '#web/device/shown/wiped-remotely.ts';
import { NewerDatabase } from '#web/device/store/database-versions.ts';
import { vaultOf } from '#web/device/store/device-entry.ts';
import { VaultDeleted } from '#web/device/store/stores.ts';
import { isMarkedOff, markOff } from '#web/lib/device-mark.ts';
import { forgetKeeper, holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { pause } from '#web/lib/line.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { forgetLoaded } from '#web/lib/loaded.ts';
import { isLocked, markLocked, unmarkLocked } from '#web/lib/lock-mark.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import { clearSession, getSession } from '#web/lib/session.ts';
import { readVaultSession, saveVaultSession } from './vaults.ts';

/** Errors of a browser that stores nothing, or has no space: the application then works without a vault. */
const BLOCKED = ['SecurityError', 'InvalidStateError', 'UnknownError', 'QuotaExceededError', 'NotAllowedError'];

function reasonOf(error: unknown): NoStorageReason | null {
  if (error instanceof DOMException && BLOCKED.includes(error.name)) return 'blocked';
  return error instanceof NewerDatabase ? 'newer' : null;
}

/** Carries out the effects of the vault's state machine (`domain/device`) and publishes its state. */
function createVaultEngine() {
  const keyWorker = createKeyWorker();
  let state: VaultState = INITIAL_VAULT_STATE;
  let receivedVault: OpenVault | null = null;
  let takingBack: Promise<void> = Promise.resolve();
  let started: Promise<void> | undefined;
  let acceptedPasswords = 0;

  async function keepToken(): Promise<void> {
    const [session, vault] = [getSession(), openVault.get()];
    if (!session || vault?.usuario !== session._id) return;
    const kept = await readVaultSession(vault);
    if (kept?.session.accessToken !== session.accessToken)
      await saveVaultSession(vault, { session, ficha: kept?.ficha ?? null });
  }

  const effectHandlers: Readonly<Record<VaultEffect, () => void>> = {
    keepSession: () => void unlessBlocked(keepToken, undefined),
    takeBack: () => {
      takingBack = takeBack();
    },
    letGo: () => {
      openVault.set(null);
      keyWorker.forget();
    },
    holdDrafts: () => holdDrafts(state.account ?? ''),
    plainDrafts: () => keepDrafts(null),
    forgetDrafts: forgetKeeper,
    forgetLoaded,
    // First the screen is covered, and its forms seal their drafts.
    cover: () => {
      const { turn } = state;
      void pause(0).then(() => dispatch({ is: 'covered', turn }));
    },
    tellLocked: () => postToPages({ type: 'lock', usuario: state.account ?? '' }),
    keepLock: () => markLocked(state.account ?? ''),
    liftLock: unmarkLocked,
    signOut: clearSession,
  };

  function show(before: VaultState): void {
    const { is, prompt: reason, noStorage, wiped } = state;
    vaultState.set(is === 'unknown' ? 'none' : is);
    if (noStorage !== before.noStorage) markOff(noStorage === 'off');
    const why = noVaultReason(state);
    if (why !== noVaultReason(before)) noVault.set(why);
    if (wiped !== before.wiped) wipedRemotely.set(wiped);
    const session = getSession();
    // A page that starts locked was covered before this engine was here.
    if (reason === (openingPrompt.get()?.why ?? null)) return;
    const settle = () => dispatch({ is: 'givesUp' });
    openingPrompt.set(reason && session ? { why: reason, session, settle } : null);
  }

  function dispatch(event: VaultEvent): void {
    const before = state;
    const step = decide(before, event);
    state = step.state;
    for (const effect of step.effects) effectHandlers[effect]();
    show(before);
  }

  async function unlessBlocked<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const why = reasonOf(error);
      if (why) dispatch({ is: 'keepsNone', why });
      else logLoadFailure('lo guardado en este equipo', error);
      return otherwise;
    }
  }

  async function take(vault: OpenVault, turn?: number): Promise<void> {
    const keeper = await sealedDrafts(vault).catch((error: unknown) => {
      if (error instanceof VaultDeleted) return null;
      throw error;
    });
    if (!keeper) return;
    // An opening by password has no turn of its own: it is valid whenever its key is ready.
    const since = turn ?? state.turn;
    if (!mayUseKeys(state, vault.usuario, since)) return keeper.close?.();
    openVault.set(vault);
    sealPlainDrafts(keeper);
    keepDrafts(keeper);
    // Seals the account's unsealed notes. Its code belongs to later screens.
    void import('#web/lib/device-notes.ts').catch(() => undefined);
    dispatch({ is: 'took', account: vault.usuario, vault: vault.id, turn: since });
  }

  /**
   * Looks for the account's vault on the disk. @param signedIn after the server accepted the password
   * @returns false when it has none, so that its drafts are not sealed
   */
  async function look(account: string, signedIn = false): Promise<boolean> {
    const entry = await unlessBlocked(() => vaultOf(account), undefined);
    const [exists, waits] = [entry !== undefined, (entry?.pendientes ?? 0) > 0];
    dispatch({ is: 'looked', account, hasVault: exists, waits, reachable: serverReachable(), signedIn });
    return state.account !== account || state.is !== 'none';
  }

  async function takeBack(): Promise<void> {
    const { account, turn } = state;
    if (account === null) return;
    // The keys that a page or the worker may still have are not used after a lock (V3).
    const vault = state.prompt === 'locked' ? null : await vaultFromOtherPage(account);
    if (state.account !== account) return;
    receivedVault = vault;
    try {
      const entry = await unlessBlocked(() => vaultOf(account), undefined);
      if (vault && vault.id === entry?.id) await take(vault, turn);
      if (openVault.get()?.id !== entry?.id || !entry) await look(account);
    } finally {
      receivedVault = null;
    }
  }

  return {
    dispatch,
    take,
    look,
    keepToken,
    unlessBlocked,
    turn: () => state.turn,
    readyWorker: keyWorker.ready,

    /** @returns a function that says whether this is still the last accepted password: an earlier one must not seal the vault after it */
    passwordAccepted(): () => boolean {
      acceptedPasswords += 1;
      const mine = acceptedPasswords;
      return () => mine === acceptedPasswords;
    },

    once(start: () => Promise<void>): Promise<void> {
      started ??= start();
      return started;
    },

    async begin(account: string, marked: boolean): Promise<void> {
      if (isMarkedOff()) dispatch({ is: 'keepsNone', why: 'off' });
      dispatch({ is: 'begins', account, marked, locked: isLocked(account) });
      await takingBack;
    },

    share(account: string, unlocks = false): void {
      const vault = openVault.get();
      if (vault?.usuario === account) postToPages({ type: 'give', vault, unlocks });
    },

    handOn(): void {
      const vault = openVault.get() ?? receivedVault;
      if (vault) keyWorker.keep(vault);
    },

    closeOf: (vaults: readonly string[]): void => dispatch({ is: 'gone', vaults }),
  };
}

export const vaultEngine = createVaultEngine();
