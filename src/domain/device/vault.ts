import { type Failure, isTransient, spread } from './failure.ts';

/**
 * Why the user is asked for the password: the page was locked, the server is away, operations wait in the vault (`waiting`), or the vault should
 * be opened or, `missing`, made.
 */
export type PromptReason = 'locked' | 'offline' | 'waiting' | 'wanted' | 'missing';

/** Why the device stores nothing: no HTTPS, no storage (refused or full), `OFFLINE_DAYS=0`, or data of a newer version. */
export type NoStorageReason = 'http' | 'blocked' | 'off' | 'newer';

/** Why an account has no vault here. `missing`: the device could have one, but none was made, as after a reload during the first sign-in. */
export type NoVaultReason = NoStorageReason | 'missing';

export interface VaultState {
  readonly account: string | null;
  /** `unknown`: the disk has not answered yet. `none`: there is no vault. `closed`: this page does not have its keys. */
  readonly is: 'unknown' | 'none' | 'closed' | 'open';
  readonly vault: string | null;
  readonly openings: number;
  readonly prompt: PromptReason | null;
  /** Grows when the page is locked or its account changes: results of anything that began in an earlier turn are ignored. */
  readonly turn: number;
  readonly noStorage: NoStorageReason | null;
  /** The account's data was deleted because the server asked for it. */
  readonly wiped: boolean;
}

export type VaultEvent =
  /** `locked`: the account's pages were locked before this one began. */
  | { readonly is: 'begins'; readonly account: string; readonly marked: boolean; readonly locked: boolean }
  | { readonly is: 'session'; readonly account: string | null; readonly marked: boolean }
  | { readonly is: 'tries' }
  | { readonly is: 'ended'; readonly turn: number }
  | {
      readonly is: 'looked';
      readonly account: string;
      readonly hasVault: boolean;
      readonly waits: boolean;
      readonly reachable: boolean;
      /** The server has just accepted the user's password. */
      readonly signedIn: boolean;
    }
  /** The keys are in memory, and drafts can be sealed with them. */
  | { readonly is: 'took'; readonly account: string; readonly vault: string; readonly turn: number }
  | { readonly is: 'idle' }
  | { readonly is: 'locked'; readonly account: string }
  /** The screen is covered, and its forms have sealed their drafts. */
  | { readonly is: 'covered'; readonly turn: number }
  | { readonly is: 'gone'; readonly vaults: readonly string[] }
  /** The server asked this device to delete the data of these accounts. */
  | { readonly is: 'wiped'; readonly accounts: readonly string[] }
  | { readonly is: 'serverGone' }
  | { readonly is: 'wants' }
  | { readonly is: 'givesUp' }
  | { readonly is: 'keepsNone'; readonly why: NoStorageReason }
  | { readonly is: 'keeps' };

export type VaultEffect =
  | 'keepSession'
  /** Asks the other pages, the worker and the disk for the vault: `took` or `looked` follows. */
  | 'takeBack'
  | 'letGo'
  /** Drafts are held in memory, stored unsealed, or forgotten. */
  | 'holdDrafts'
  | 'plainDrafts'
  | 'forgetDrafts'
  | 'forgetLoaded'
  | 'cover'
  | 'tellLocked'
  /** The next pages of the account start locked, or no longer do. */
  | 'keepLock'
  | 'liftLock'
  | 'signOut';

export interface VaultStep {
  readonly state: VaultState;
  readonly effects: readonly VaultEffect[];
}

export const INITIAL_VAULT_STATE: VaultState = {
  ...{ account: null, is: 'none', vault: null, openings: 0, prompt: null, turn: 0, noStorage: null, wiped: false },
};

const same = (state: VaultState, ...effects: VaultEffect[]): VaultStep => ({ state, effects });

/** An open prompt stays as it is unless the page is locked: a dialog that opened again would lose the typed password. */
const asking = (state: VaultState, why: PromptReason): VaultState =>
  state.prompt === null || (why === 'locked' && state.prompt !== 'locked') ? { ...state, prompt: why } : state;

/** The page before this one may have left its keys with the worker, so nothing is forgotten here (V2). */
function begins(state: VaultState, { account, marked, locked }: Extract<VaultEvent, { is: 'begins' }>): VaultStep {
  const next: VaultState = { ...state, account, is: 'unknown', prompt: locked ? 'locked' : null };
  return marked ? same(next, 'holdDrafts', 'takeBack') : same(next, 'takeBack');
}

function session(state: VaultState, account: string | null, marked: boolean): VaultStep {
  if (account !== null && account === state.account)
    return same(state, ...(state.is === 'open' ? (['keepSession'] as const) : []));
  const next: VaultState = {
    ...state,
    ...{ account, is: account === null ? 'none' : 'unknown', vault: null, prompt: null, turn: state.turn + 1 },
  };
  if (account === null) return same(next, 'letGo', 'forgetDrafts', 'liftLock');
  return same(next, 'letGo', 'forgetDrafts', 'liftLock', ...(marked ? (['holdDrafts'] as const) : []), 'takeBack');
}

function looked(state: VaultState, event: Extract<VaultEvent, { is: 'looked' }>): VaultStep {
  // The vault may have been opened, or the account may have changed, while the disk was read.
  if (state.account !== event.account || state.is === 'open' || state.openings > 0) return same(state);
  if (!event.hasVault) {
    const none: VaultState = { ...state, is: 'none' };
    // The lock of an earlier page does not apply without a vault.
    const isLifted = state.is === 'unknown' && state.prompt === 'locked';
    return isLifted ? same({ ...none, prompt: null }, 'plainDrafts', 'liftLock') : same(none, 'plainDrafts');
  }
  const closed: VaultState = { ...state, is: 'closed' };
  if (!event.reachable) return same(asking(closed, 'offline'), 'holdDrafts');
  // Pending operations are only sent once the vault is open.
  return same(event.waits ? asking(closed, event.signedIn ? 'wanted' : 'waiting') : closed, 'holdDrafts');
}

function lock(state: VaultState, ...effects: VaultEffect[]): VaultStep {
  const next = { ...state, turn: state.turn + 1 };
  // An opening that began before the lock must not open the vault (V3).
  return state.is === 'none' ? same(next) : same(asking(next, 'locked'), 'keepLock', ...effects, 'cover');
}

export const mayUseKeys = (state: VaultState, account: string, turn: number): boolean =>
  state.account === account && state.turn === turn;

/** Why the account has no vault on this device (V10); null while that is not known, or while it has one. */
export function noVaultReason({ account, is, openings, noStorage }: VaultState): NoVaultReason | null {
  if (noStorage !== null) return noStorage;
  return account !== null && is === 'none' && openings === 0 ? 'missing' : null;
}

const FIRST_KEYS_AGAIN_MS = 5_000;
const KEYS_AGAIN_AT_LATEST_MS = 5 * 60_000;

/**
 * The time until the keys that the server did not give are requested again (V20); null after a refusal.
 * @param failures how many requests failed, at least 1 @param askedMs the server's `Retry-After`; NaN or 0 without one @param luck from 0 to 1
 */
export function keysAgainMs(failure: Failure | null, failures: number, askedMs: number, luck: number): number | null {
  if (!isTransient(failure) && failure !== 'tooOften') return null;
  const growing = spread(FIRST_KEYS_AGAIN_MS * 2 ** (failures - 1), luck);
  return Math.min(Math.max(growing, askedMs || 0), KEYS_AGAIN_AT_LATEST_MS);
}

/** The state machine of a page's vault (SPEC.md). Pure: an engine does the effects in their order. */
export function stepVault(state: VaultState, event: VaultEvent): VaultStep {
  switch (event.is) {
    case 'begins':
      return begins(state, event);
    case 'session':
      return session(state, event.account, event.marked);
    case 'tries':
      return same({ ...state, openings: state.openings + 1 });
    case 'ended': {
      const next = { ...state, openings: state.openings - 1 };
      // A sign-in that ended does not uncover a locked screen (V5).
      return same(event.turn === state.turn && next.prompt !== 'locked' ? { ...next, prompt: null } : next);
    }
    case 'looked':
      return looked(state, event);
    case 'took': {
      if (!mayUseKeys(state, event.account, event.turn)) return same(state);
      return same({ ...state, is: 'open', vault: event.vault, prompt: null, noStorage: null }, 'liftLock');
    }
    case 'idle':
      if (state.is !== 'open' && state.is !== 'closed') return same(state);
      // Another page may have lifted the lock while this one stayed covered.
      return state.prompt === 'locked' ? same(state, 'keepLock') : lock(state, 'tellLocked');
    case 'locked':
      return event.account === state.account ? lock(state) : same(state);
    case 'covered':
      if (event.turn !== state.turn) return same(state);
      if (state.is !== 'open') return same(state, ...(state.prompt === 'locked' ? (['forgetLoaded'] as const) : []));
      return same({ ...state, is: 'closed', vault: null }, 'letGo', 'holdDrafts', 'forgetLoaded');
    case 'gone':
      if (state.vault === null || !event.vaults.includes(state.vault)) return same(state);
      return same({ ...state, is: 'none', vault: null, turn: state.turn + 1 }, 'letGo', 'forgetDrafts', 'forgetLoaded');
    case 'wiped':
      if (state.account === null || !event.accounts.includes(state.account)) return same(state);
      return same({ ...state, wiped: true }, 'forgetLoaded', 'signOut');
    case 'serverGone':
      return same(state.is === 'closed' ? asking(state, 'offline') : state);
    case 'wants':
      if (noVaultReason(state) === 'missing') return same(asking(state, 'missing'));
      return same(state.is === 'closed' ? asking(state, 'wanted') : state);
    case 'givesUp':
      return same({ ...state, prompt: null }, ...(state.prompt === 'locked' ? (['liftLock'] as const) : []));
    case 'keepsNone':
      return same({ ...state, noStorage: event.why });
    case 'keeps':
      return same({ ...state, noStorage: null });
  }
}
