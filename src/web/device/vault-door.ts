import type { Session } from '#domain/calls/session.ts';
import { can } from '#domain/roles.ts';
import { noVault, openVault } from '#web/device/shown/open-vault.ts';
import { openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { setDeviceStart } from '#web/lib/device-start.ts';
import { holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { pause } from '#web/lib/line.ts';
import { onSessionEnded } from '#web/lib/reauthentication.ts';
import { deviceSide } from '#web/lib/source/choose-source.ts';

/** Whether the browser can store secrets: it needs HTTPS or localhost. */
function canKeep(): boolean {
  const secure = window.isSecureContext && 'subtle' in crypto;
  const keeps = secure && 'indexedDB' in window;
  if (!keeps) noVault.set(secure ? 'blocked' : 'http');
  return keeps;
}

/** The code of vaults loads late; when it fails to load, the application works without a vault. */
const door = () => import('#web/device/vault/door.ts');
type Door = Awaited<ReturnType<typeof door>>;
type Trial = ReturnType<Door['beginTrial']>;

async function atDoor<T>(work: (door: Door) => Promise<T>, otherwise: T): Promise<T> {
  if (!canKeep()) return otherwise;
  const opened = await door().catch(() => null);
  return opened ? work(opened) : otherwise;
}

const LOADS_AGAIN_MS = 15_000;

/** Repeats the download that a bad line cut off. */
async function loadBooklets(): Promise<void> {
  for (;;) {
    const booklets = await import('#web/device/work/keep-booklets.ts').catch(() => null);
    if (booklets) return booklets.keepBooklets();
    await pause(LOADS_AGAIN_MS);
  }
}

function keepBooklets(): void {
  const follow = () => {
    if (!openVault.get()) return;
    stop();
    void loadBooklets();
  };
  const stop = openVault.subscribe(follow);
  follow();
}

const OPENS_WITHIN_MS = 10_000;

/** Resolves once saves can go to the device, or it failed to open (it has a status without a side), or there is no open vault. */
const untilWritable = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (openVault.get() && !deviceSide.get() && !deviceStatus.get()) return;
      for (const stop of stops) stop();
      resolve();
    };
    const stops = [openVault, deviceSide, deviceStatus].map((store) => store.subscribe(look));
    look();
  });

/** Starts the device for the life of the page. @returns resolves once it is known whether the device takes part */
export function startVault(): Promise<void> {
  onSessionEnded((used) => atDoor((opened) => opened.renewEndedSession(used), false));
  keepBooklets();
  const started = atDoor((opened) => opened.startDevice().then(() => true), false).catch(() => false);
  void started.then((opened) => opened || keepDrafts(null));
  const deviceReady = () => Promise.race([started.then(untilWritable), pause(OPENS_WITHIN_MS)]);
  setDeviceStart(deviceReady);
  return deviceReady();
}

/** The dialog for a code waits this long at most for the disk. */
const SHOWN_WITHIN_MS = 2_000;

/** A sign-in and a change of the password wait this long at most until the vault is wrapped for the password. */
const WRAPPED_WITHIN_MS = 5_000;

interface Password {
  cedula: string;
  password: string;
}

async function enter(session: Session, password: string, trial: Promise<Awaited<Trial> | null>): Promise<void> {
  const took = await atDoor((opened) => opened.openAfterSignin(session, password, trial), null).catch(() => false);
  if (!took) keepDrafts(null);
  // Without the vault's code nothing else uncovers a page that started locked.
  if (took === null) openingPrompt.set(null);
}

export function deviceSignin(credentials: Password) {
  const trial: Promise<Awaited<Trial> | null> = atDoor((opened) => opened.beginTrial(credentials), null).catch(
    () => null,
  );
  const shown = atDoor((opened) => opened.deviceIdentity(), null).catch(() => null);
  return {
    shown: () => Promise.race([shown, pause(SHOWN_WITHIN_MS).then(() => null)]),
    accepted: (session: Session): Promise<unknown> => {
      const wrapped = atDoor((opened) => opened.wrapForAccepted(session, credentials.password, trial), undefined);
      return Promise.race([wrapped.catch(() => undefined), pause(WRAPPED_WITHIN_MS)]);
    },
    entered: (session: Session): void => {
      if (can(session.roles, 'booklet') && canKeep()) holdDrafts(session._id);
      void enter(session, credentials.password, trial);
    },
    offline: (): Promise<boolean> => atDoor((opened) => opened.offlineSignIn(trial, credentials.password), false),
    open: (): Promise<boolean> => atDoor((opened) => opened.openHere(trial, credentials.password), false),
  };
}

/** @returns resolves once the vault is wrapped for the new password, or after 5 s */
export const passwordChanged = (session: Session, password: string): Promise<unknown> =>
  Promise.race([enter(session, password, Promise.resolve(null)), pause(WRAPPED_WITHIN_MS)]);

export const wantOpening = (): Promise<void> => atDoor(async (opened) => opened.requestOpening(), undefined);
