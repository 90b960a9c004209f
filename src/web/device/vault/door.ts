import type { Session } from '#domain/calls/session.ts';
import { can } from '#domain/roles.ts';
import { newPasswordKey } from '#web/device/crypto/kdf.ts';
import { onPageMessage, type PageMessage } from '#web/device/pages/pages.ts';
import { warnOfLostWork } from '#web/device/shown/device-warning.ts';
import { type OpenVault, openVault, vaultState } from '#web/device/shown/open-vault.ts';
import { openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { NewerDatabase } from '#web/device/store/database-versions.ts';
import { allVaults, existingDevice, readyVault, vaultOf } from '#web/device/store/device-entry.ts';
import type { VaultEntry } from '#web/device/store/stores.ts';
import { failureOf } from '#web/lib/api-errors.ts';
import { isMarked, takeLostWork, vaultsWithWork } from '#web/lib/device-mark.ts';
import { holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { onSessionEnded } from '#web/lib/reauthentication.ts';
import { onServerBack, onServerGone } from '#web/lib/server-reach.ts';
import { getSession, onSessionChange, setSession } from '#web/lib/session.ts';
import { serverKeys } from './ask-server.ts';
import { createContact, KEEPS_NONE } from './contact.ts';
import { watchIdleness } from './idle.ts';
import { keysLater } from './keys-later.ts';
import { startTrial as begin, type Trial, tryPassword } from './opening.ts';
import { renewWithVault } from './renewal.ts';
import { vaultEngine } from './vault-engine.ts';
import {
  type AcceptedPassword,
  makeVault,
  openByPassword,
  openByServer,
  readVaultSession,
  type ServerKeys,
  saveVaultSession,
  updateServerKey,
} from './vaults.ts';
import { deleteOrphanVaults, wipeVaults } from './wipe.ts';

const { dispatch, take, look, unlessBlocked, closeOf } = vaultEngine;
const contact = createContact(vaultEngine);

export async function deviceIdentity(): Promise<{ equipo: string; secreto: string } | null> {
  const device = await existingDevice();
  return device ? { equipo: device.id, secreto: device.secreto } : null;
}

/** Without this a browser may evict the data when the device is full. */
const persist = (): void => void navigator.storage?.persist?.().catch(() => false);

async function openWithPassword(trial: Trial | null, entry: VaultEntry | undefined) {
  if (!entry || trial?.entry.id !== entry.id) return null;
  try {
    const key = await trial.key;
    return { key, vault: await openByPassword(entry, key) };
  } catch {
    return null;
  }
}

type Opened = Awaited<ReturnType<typeof openWithPassword>>;

/** The other pages get the keys too, so that they do not go on asking for the password (rule V2). */
async function takeForAll(vault: OpenVault, turn?: number): Promise<void> {
  await take(vault, turn);
  if (openVault.get()?.id === vault.id) vaultEngine.share(vault.usuario, true);
}

async function settle(accepted: AcceptedPassword, password: string, trial: Trial | null): Promise<void> {
  const { session } = accepted;
  const turn = vaultEngine.turn();
  const entry = await vaultOf(session._id);
  const opened = await openWithPassword(trial, entry);
  await contact.ended();
  if (opened && (await readyVault(opened.vault.id))) await takeForAll(opened.vault);
  try {
    await openWithKeys(accepted, opened, await serverKeys(session, contact.now));
  } catch (error) {
    if (failureOf(error) === null) throw error;
    const key = newPasswordKey(password);
    key.catch(() => undefined);
    void settleLater({ ...accepted, newKey: () => key }, opened, error, turn);
  }
}

/** Completes a sign-in to which the server gave no keys, unless the page was locked or its account has changed meanwhile. */
async function settleLater(accepted: AcceptedPassword, opened: Opened, failure: unknown, turn: number): Promise<void> {
  const { _id } = accepted.session;
  const isWanted = () => accepted.isLast() && vaultEngine.turn() === turn && getSession()?._id === _id;
  const ask = () => serverKeys(getSession() ?? accepted.session, contact.now);
  await unlessBlocked(async () => {
    const keys = await keysLater(failure, _id, ask, isWanted);
    if (keys) await opening(() => openWithKeys(accepted, opened, keys, turn));
  }, undefined);
}

async function openWithKeys(
  accepted: AcceptedPassword,
  opened: Opened,
  keys: ServerKeys,
  turn?: number,
): Promise<void> {
  const { session } = accepted;
  if (keys.dias === KEEPS_NONE) return contact.switchedOff();
  const here = await vaultOf(session._id);
  const same = here?.id === opened?.vault.id ? opened : null;
  if (same && here) await updateServerKey(here, session, same.key, keys);
  const vault =
    same && here
      ? same.vault
      : await (here ? openByServer(here, accepted, keys) : makeVault(accepted, keys)).catch(async () => {
          // Neither key opens it and it has no unsent work: a new vault replaces it.
          if (!here || here.pendientes > 0) return null;
          await wipeVaults([here], closeOf);
          return makeVault(accepted, keys);
        });
  if (!vault || !(await readyVault(vault.id))) return;
  dispatch({ is: 'keeps' });
  const now = getSession();
  if (now?._id !== session._id) return;
  await saveVaultSession(vault, { session: now, ficha: keys.ficha });
  await takeForAll(vault, turn);
  if (here) return;
  persist();
  await reportLostWork();
}

/** No prompt opens and no answer of the disk counts during `work`. */
async function opening(work: () => Promise<void>): Promise<void> {
  const turn = vaultEngine.turn();
  dispatch({ is: 'tries' });
  try {
    await unlessBlocked(work, undefined);
  } finally {
    dispatch({ is: 'ended', turn });
  }
}

/** Wipes the vault of an account that lost its role; a vault with unsent work is opened instead, so that the work can be handed in. */
async function wipeOrOpen(session: Session, trial: Promise<Trial | null>): Promise<boolean> {
  const entry = await unlessBlocked(() => vaultOf(session._id), undefined);
  if (!entry) return false;
  if (entry.pendientes === 0) {
    await wipeVaults([entry], closeOf);
    // An earlier look-up took the vault for closed.
    return look(session._id, true);
  }
  if (openVault.get()?.id === entry.id) return true;
  const opened = await openWithPassword(await trial, entry);
  await contact.ended();
  if (opened) await takeForAll(opened.vault);
  return openVault.get()?.id === entry.id;
}

/** The key that the trial derived, or a new one if there is no such key. */
const keyOfTrial = (trial: Trial | null, password: string) => async () => {
  const key = await trial?.key.catch(() => null);
  return trial && key ? { key, parameters: trial.entry.kdf } : newPasswordKey(password);
};

/**
 * Wraps the account's vault for an accepted password that does not open it, because it was changed elsewhere. Done before the session is
 * stored: a page that is closed during it leaves no session beside a vault that only the earlier password opens (rule V22).
 */
export async function wrapForAccepted(session: Session, password: string, begun: Promise<Trial | null>): Promise<void> {
  if (!can(session.roles, 'booklet')) return;
  const isLast = vaultEngine.passwordAccepted();
  const [trial, entry] = await Promise.all([begun, vaultOf(session._id)]);
  if (!entry || (await openWithPassword(trial, entry))) return;
  const keys = await serverKeys(session, contact.now);
  if (keys.dias === KEEPS_NONE) return;
  await openByServer(entry, { session, newKey: keyOfTrial(trial, password), isLast }, keys);
}

/** Opens or creates the vault after the server accepted the sign-in. @returns whether drafts are sealed, or held until the vault is open */
export async function openAfterSignin(
  session: Session,
  password: string,
  trial: Promise<Trial | null>,
): Promise<boolean> {
  if (!can(session.roles, 'booklet')) return wipeOrOpen(session, trial);
  const accepted = { session, newKey: () => newPasswordKey(password), isLast: vaultEngine.passwordAccepted() };
  // A page that closes during a sign-in stores the drafts that wait unsealed instead of losing them (rule D7).
  window.addEventListener('pagehide', plainUntilMade);
  try {
    await opening(async () => settle(accepted, password, await trial));
  } finally {
    window.removeEventListener('pagehide', plainUntilMade);
  }
  return look(session._id, true);
}

function plainUntilMade(): void {
  if (vaultState.get() === 'none') keepDrafts(null);
}

/** Data of a newer version must not look like a missing vault. @throws NewerDatabase */
async function refuseNewer(): Promise<void> {
  await existingDevice().catch((error: unknown) => {
    if (error instanceof NewerDatabase) throw error;
  });
}

export async function offlineSignIn(begun: Promise<Trial | null>, password: string): Promise<boolean> {
  const trial = await begun;
  if (!trial) {
    await refuseNewer();
    return false;
  }
  await contact.ended();
  const vault = await tryPassword(trial.entry.id, trial, password);
  await readyVault(vault.id);
  const kept = await readVaultSession(vault);
  // Another cedula may have the same tag prefix, and its owner the same password.
  if (kept?.session.cedula !== trial.cedula) return false;
  dispatch({ is: 'tries' });
  const turn = vaultEngine.turn();
  try {
    setSession(kept.session);
    holdDrafts(kept.session._id);
    await takeForAll(vault);
  } finally {
    dispatch({ is: 'ended', turn });
  }
  return true;
}

export async function openHere(begun: Promise<Trial | null>, password: string): Promise<boolean> {
  const session = getSession();
  const entry = session && (await vaultOf(session._id));
  if (!entry) return false;
  await contact.ended();
  const vault = await tryPassword(entry.id, await begun, password);
  await readyVault(vault.id);
  await takeForAll(vault);
  await vaultEngine.keepToken();
  return true;
}

/** Another page may have answered `ask` just before it was locked: only keys of a given password open a locked page. */
function takeGiven({ vault, unlocks }: Extract<PageMessage, { type: 'give' }>): void {
  if (vault.usuario !== getSession()?._id || openVault.get()) return;
  if (unlocks || openingPrompt.get()?.why !== 'locked') void take(vault);
}

function listen(): void {
  onPageMessage((message) => {
    if (message.type === 'ask') vaultEngine.share(message.usuario);
    if (message.type === 'give') takeGiven(message);
    if (message.type === 'lock') dispatch({ is: 'locked', account: message.usuario });
    if (message.type === 'gone') closeOf(message.vaults);
  });
  watchIdleness(() => dispatch({ is: 'idle' }));
  window.addEventListener('pagehide', vaultEngine.handOn);
  onServerBack(contact.begin);
  onServerGone(() => dispatch({ is: 'serverGone' }));
  onSessionEnded(renewEndedSession);
  onSessionChange((next) => dispatch({ is: 'session', account: next?._id ?? null, marked: isMarked() }));
}

export const requestOpening = (): void => dispatch({ is: 'wants' });

export const startDevice = (): Promise<void> => vaultEngine.once(start);

/** Renews an ended session with the vault's ticket, once the vault's state is known. @returns whether there is a newer session */
export async function renewEndedSession(used: Session): Promise<boolean> {
  await startDevice();
  await untilAnswered();
  return renewWithVault(used);
}

/** Waits for an open password dialog: a second one must not appear. */
const untilAnswered = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (openingPrompt.get()) return;
      stop();
      resolve();
    };
    const stop = openingPrompt.subscribe(look);
    look();
  });

async function reportLostWork(): Promise<void> {
  // Without pending operations no database is opened for this.
  if (vaultsWithWork().length === 0) return;
  const here = new Set((await allVaults()).map(({ id }) => id));
  warnOfLostWork(takeLostWork(vaultsWithWork().filter((vault) => !here.has(vault))));
}

async function start(): Promise<void> {
  listen();
  void vaultEngine.readyWorker();
  contact.begin();
  const session = getSession();
  if (session) await vaultEngine.begin(session._id, isMarked());
  await unlessBlocked(reportLostWork, undefined);
  await unlessBlocked(deleteOrphanVaults, undefined);
}

export async function beginTrial(credentials: { cedula: string; password: string }): Promise<Trial | null> {
  void startDevice();
  return begin(credentials);
}
