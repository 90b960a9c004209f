/** Why a person is asked for the password of her vault: nobody touched the device for a while, nothing else opens it, or she wants it. */
export type Asking = 'locked' | 'offline' | 'wanted';

/**
 * Why nothing can be kept here: no HTTPS, storage that the browser refuses or that is full, a server that does not want it
 * (`OFFLINE_DAYS=0`), or what is kept here is of a newer version of the application.
 */
export type NoVault = 'http' | 'blocked' | 'off' | 'newer';

/** What one page knows of the vault of the account that is signed in. */
export interface VaultState {
  /** Null: nobody is signed in. */
  readonly account: string | null;
  /** `unknown`: the disk has not answered yet. `none`: there is no vault. `closed`: nobody has its keys here. */
  readonly is: 'unknown' | 'none' | 'closed' | 'open';
  /** The vault whose keys the page has; null unless it is open. */
  readonly vault: string | null;
  /** Sign-ins and openings that have not ended. */
  readonly trying: number;
  readonly asked: Asking | null;
  /** How often this page was locked, or its account changed: what began before counts no more. */
  readonly turn: number;
  readonly no: NoVault | null;
  /** What this page kept of its account was taken off the device from elsewhere. */
  readonly wiped: boolean;
}

export type VaultEvent =
  /** The page begins, and this account is signed in. */
  | { readonly is: 'begins'; readonly account: string; readonly marked: boolean }
  /** Another account is signed in, or nobody, or the same one with a newer session. */
  | { readonly is: 'session'; readonly account: string | null; readonly marked: boolean }
  /** A sign-in or an opening begins; it ends with `ended`, whatever came of it. */
  | { readonly is: 'tries' }
  /** @property turn as it was when it began */
  | { readonly is: 'ended'; readonly turn: number }
  /** The disk said whether there is a vault of this account, and whether work waits in it. */
  | {
      readonly is: 'looked';
      readonly account: string;
      readonly found: boolean;
      readonly waits: boolean;
      readonly reachable: boolean;
    }
  /** The keys are there, and what is typed can be sealed with them. */
  | { readonly is: 'took'; readonly account: string; readonly vault: string; readonly turn: number }
  /** Nobody touched any page for a quarter of an hour. */
  | { readonly is: 'idle' }
  /** Another page was locked. */
  | { readonly is: 'locked'; readonly account: string }
  /** The screen is covered, and its forms have put aside what was typed. */
  | { readonly is: 'covered'; readonly turn: number }
  /** These vaults are taken off the device. */
  | { readonly is: 'gone'; readonly vaults: readonly string[] }
  /** The server wants nothing kept of these accounts. */
  | { readonly is: 'wiped'; readonly accounts: readonly string[] }
  | { readonly is: 'serverGone' }
  /** The person wants her vault opened, or gives up. */
  | { readonly is: 'wants' }
  | { readonly is: 'givesUp' }
  | { readonly is: 'keepsNone'; readonly why: NoVault }
  | { readonly is: 'keeps' };

export type VaultEffect =
  /** Seals the newer session. */
  | 'keepSession'
  /** Asks the other pages, the worker and the disk for the vault: `took` or `looked` follows. */
  | 'takeBack'
  /** Forgets the keys, in the worker too. */
  | 'letGo'
  /** From now on what is typed waits in memory, lies as it is, or is forgotten. */
  | 'holdDrafts'
  | 'plainDrafts'
  | 'forgetDrafts'
  /** Forgets what the screens have loaded. */
  | 'forgetLoaded'
  /** Covers the screen: `covered` follows. */
  | 'cover'
  /** Has the other pages lock too. */
  | 'tellLocked'
  /** Ends the session of this page. */
  | 'signOut';

export interface VaultStep {
  readonly state: VaultState;
  readonly effects: readonly VaultEffect[];
}

export const NEW_VAULT: VaultState = {
  ...{ account: null, is: 'none', vault: null, trying: 0, asked: null, turn: 0, no: null, wiped: false },
};

const same = (state: VaultState, ...effects: VaultEffect[]): VaultStep => ({ state, effects });

/** What is asked already stays as it is, unless the screen is to be covered: a dialog that came again would lose what is typed in it. */
const asking = (state: VaultState, why: Asking): VaultState =>
  state.asked === null || (why === 'locked' && state.asked !== 'locked') ? { ...state, asked: why } : state;

/** The page before this one may have left the keys with the worker: nothing is forgotten. */
function begins(state: VaultState, account: string, marked: boolean): VaultStep {
  const next: VaultState = { ...state, account, is: 'unknown' };
  return marked ? same(next, 'holdDrafts', 'takeBack') : same(next, 'takeBack');
}

function session(state: VaultState, account: string | null, marked: boolean): VaultStep {
  if (account !== null && account === state.account)
    return same(state, ...(state.is === 'open' ? (['keepSession'] as const) : []));
  const next: VaultState = {
    ...state,
    ...{ account, is: account === null ? 'none' : 'unknown', vault: null, asked: null, turn: state.turn + 1 },
  };
  if (account === null) return same(next, 'letGo', 'forgetDrafts');
  return same(next, 'letGo', 'forgetDrafts', ...(marked ? (['holdDrafts'] as const) : []), 'takeBack');
}

function looked(state: VaultState, event: Extract<VaultEvent, { is: 'looked' }>): VaultStep {
  // While the disk was asked it may have been opened, or be about to, or somebody else may have come.
  if (state.account !== event.account || state.is === 'open' || state.trying > 0) return same(state);
  if (!event.found) return same({ ...state, is: 'none' }, 'plainDrafts');
  const closed: VaultState = { ...state, is: 'closed' };
  if (!event.reachable) return same(asking(closed, 'offline'), 'holdDrafts');
  // Nothing is sent before it is open.
  return same(event.waits ? asking(closed, 'wanted') : closed, 'holdDrafts');
}

function lock(state: VaultState, ...effects: VaultEffect[]): VaultStep {
  const next = { ...state, turn: state.turn + 1 };
  // What is about to open was begun before somebody went away.
  return state.is === 'open' ? same(asking(next, 'locked'), ...effects, 'cover') : same(next);
}

/** Whether keys that were asked for in this turn may still be used. */
export const mayTake = (state: VaultState, account: string, turn: number): boolean =>
  state.account === account && state.turn === turn;

/** Decides what a page does about the vault of whoever is signed in; SPEC.md has its rules. Pure: an engine does the effects in their order. */
export function vault(state: VaultState, event: VaultEvent): VaultStep {
  switch (event.is) {
    case 'begins':
      return begins(state, event.account, event.marked);
    case 'session':
      return session(state, event.account, event.marked);
    case 'tries':
      return same({ ...state, trying: state.trying + 1 });
    case 'ended': {
      const next = { ...state, trying: state.trying - 1 };
      // A screen that was locked since is not uncovered by it.
      return same(event.turn === state.turn && next.asked !== 'locked' ? { ...next, asked: null } : next);
    }
    case 'looked':
      return looked(state, event);
    case 'took': {
      if (!mayTake(state, event.account, event.turn)) return same(state);
      return same({ ...state, is: 'open', vault: event.vault, asked: null, no: null });
    }
    case 'idle':
      return state.is === 'open' ? lock(state, 'tellLocked') : same(state);
    case 'locked':
      return event.account === state.account ? lock(state) : same(state);
    case 'covered':
      if (event.turn !== state.turn || state.is !== 'open') return same(state);
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
      return same(state.is === 'closed' ? asking(state, 'wanted') : state);
    case 'givesUp':
      return same({ ...state, asked: null });
    case 'keepsNone':
      return same({ ...state, no: event.why });
    case 'keeps':
      return same({ ...state, no: null });
  }
}
