import {
  vault as decide,
  mayTake,
  NEW_VAULT,
  type NoVault,
  type VaultEffect,
  type VaultEvent,
  type VaultState,
} from '#domain/device/vault.ts';
import { sealedDrafts, sealPlainDrafts } from '#web/device/drafts/sealed-drafts.ts';
import { createKeyWorker, vaultFromElsewhere } from '#web/device/pages/key-pages.ts';
import { tellPages } from '#web/device/pages/pages.ts';
import { noVault, type OpenVault, openVault, vaultState } from '#web/device/shown/open-vault.ts';
import { openingAsked } from '#web/device/shown/opening-asked.ts';
import { wipedFromElsewhere } from '#web/device/shown/wiped.ts';
import { NewerDatabase } from '#web/device/store/database-versions.ts';
import { vaultOf } from '#web/device/store/device-entry.ts';
import { VaultGone } from '#web/device/store/stores.ts';
import { forgetKeeper, holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { pause } from '#web/lib/line.ts';
import { logLoadFailure } from '#web/lib/load-failure.ts';
import { forgetLoaded } from '#web/lib/loaded.ts';
import { serverReachable } from '#web/lib/server-reach.ts';
import { clearSession, getSession } from '#web/lib/session.ts';
import { keepSession, keptSession } from './vaults.ts';

/** What a browser says that keeps nothing, or nothing more: everything is as without a vault. */
const BLOCKED = ['SecurityError', 'InvalidStateError', 'UnknownError', 'QuotaExceededError', 'NotAllowedError'];

function reasonOf(error: unknown): NoVault | null {
  if (error instanceof DOMException && BLOCKED.includes(error.name)) return 'blocked';
  return error instanceof NewerDatabase ? 'newer' : null;
}

/** Does what the vault's machine (`domain/device`) decides for this page, and says on the screen what it knows. */
function createVaultEngine() {
  const keyWorker = createKeyWorker();
  let state: VaultState = NEW_VAULT;
  /** What another page has given, until it is open here. */
  let onItsWay: OpenVault | null = null;
  let takingBack: Promise<void> = Promise.resolve();
  let started: Promise<void> | undefined;
  let passwords = 0;

  /** Seals what lets her in again: what the server gave last. */
  async function keepToken(): Promise<void> {
    const [session, vault] = [getSession(), openVault.get()];
    if (!session || vault?.usuario !== session._id) return;
    const kept = await keptSession(vault);
    if (kept?.session.accessToken !== session.accessToken)
      await keepSession(vault, { session, ficha: kept?.ficha ?? null });
  }

  const does: Readonly<Record<VaultEffect, () => void>> = {
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
    // The screen goes first, and its forms seal what was typed.
    cover: () => {
      const { turn } = state;
      void pause(0).then(() => dispatch({ is: 'covered', turn }));
    },
    tellLocked: () => tellPages({ type: 'lock', usuario: state.account ?? '' }),
    signOut: clearSession,
  };

  /** What screens read follows. */
  function show(before: VaultState): void {
    const { is, asked, no, wiped } = state;
    vaultState.set(is === 'unknown' ? 'none' : is);
    if (no !== before.no) noVault.set(no);
    if (wiped !== before.wiped) wipedFromElsewhere.set(wiped);
    const session = getSession();
    if (asked === before.asked) return;
    const settle = () => dispatch({ is: 'givesUp' });
    openingAsked.set(asked && session ? { why: asked, session, settle } : null);
  }

  function dispatch(event: VaultEvent): void {
    const before = state;
    const step = decide(before, event);
    state = step.state;
    // Keys go before anything says that they are gone.
    for (const effect of step.effects) does[effect]();
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

  /** Lets the account that is signed in have what her vault holds; nothing happens where another one is by then. */
  async function take(vault: OpenVault, turn?: number): Promise<void> {
    const keeper = await sealedDrafts(vault).catch((error: unknown) => {
      // Taken off the device while it was on its way here.
      if (error instanceof VaultGone) return null;
      throw error;
    });
    if (!keeper) return;
    // A password that was typed counts whenever its key is there.
    const since = turn ?? state.turn;
    if (!mayTake(state, vault.usuario, since)) return keeper.close?.();
    openVault.set(vault);
    sealPlainDrafts(keeper);
    keepDrafts(keeper);
    dispatch({ is: 'took', account: vault.usuario, vault: vault.id, turn: since });
  }

  /**
   * Says of an account whether its vault is here.
   * @returns false where it has none: nobody else takes care of what its person types
   */
  async function look(account: string): Promise<boolean> {
    const entry = await unlessBlocked(() => vaultOf(account), undefined);
    const [found, waits] = [entry !== undefined, (entry?.pendientes ?? 0) > 0];
    dispatch({ is: 'looked', account, found, waits, reachable: serverReachable() });
    return state.account !== account || state.is !== 'none';
  }

  /** Goes on with the vault that the page before this one, or another tab, has open. */
  async function takeBack(): Promise<void> {
    const { account, turn } = state;
    if (account === null) return;
    const vault = await vaultFromElsewhere(account);
    if (state.account !== account) return;
    onItsWay = vault;
    try {
      const entry = await unlessBlocked(() => vaultOf(account), undefined);
      if (vault && vault.id === entry?.id) await take(vault, turn);
      if (openVault.get()?.id !== entry?.id || !entry) await look(account);
    } finally {
      onItsWay = null;
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

    /** The server accepted a password. @returns whether it is still the last one: an earlier one must not seal the vault after it */
    passwordAccepted(): () => boolean {
      passwords += 1;
      const mine = passwords;
      return () => mine === passwords;
    },

    /** Does what begins the device, the first time it is asked. */
    once(start: () => Promise<void>): Promise<void> {
      started ??= start();
      return started;
    },

    /** The page begins. @returns once it is known whether the vault of this account is open */
    async begin(account: string, marked: boolean): Promise<void> {
      dispatch({ is: 'begins', account, marked });
      await takingBack;
    },

    /** Gives another tab of the same person what she has opened here. */
    share(account: string): void {
      const vault = openVault.get();
      if (vault?.usuario === account) tellPages({ type: 'give', vault });
    },

    /** This page goes away: the next one may go on. */
    handOn(): void {
      const vault = openVault.get() ?? onItsWay;
      if (vault) keyWorker.keep(vault);
    },

    /** Vaults that go have their keys forgotten first. */
    closeOf: (vaults: readonly string[]): void => dispatch({ is: 'gone', vaults }),
  };
}

/** One for the page. */
export const vaultEngine = createVaultEngine();
