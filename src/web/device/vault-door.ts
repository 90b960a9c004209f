import type { Session } from '#domain/calls/session.ts';
import { can } from '#domain/roles.ts';
import { noVault, openVault } from '#web/device/shown/open-vault.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { awaitDevice } from '#web/lib/device-known.ts';
import { holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { pause } from '#web/lib/line.ts';
import { onSessionEnded } from '#web/lib/reauthentication.ts';
import { deviceSide } from '#web/lib/source/choose-source.ts';

/** Whether a browser keeps secrets here: over HTTPS, or on the machine itself. */
function canKeep(): boolean {
  const secure = window.isSecureContext && 'subtle' in crypto;
  const keeps = secure && 'indexedDB' in window;
  if (!keeps) noVault.set(secure ? 'blocked' : 'http');
  return keeps;
}

/** All that has to do with vaults comes late; what fails leaves everything as it is without one. */
const door = () => import('#web/device/vault/door.ts');
type Door = Awaited<ReturnType<typeof door>>;
type Trial = ReturnType<Door['beginTrial']>;

async function atDoor<T>(work: (door: Door) => Promise<T>, otherwise: T): Promise<T> {
  if (!canKeep()) return otherwise;
  const opened = await door().catch(() => null);
  return opened ? work(opened) : otherwise;
}

/** The booklets come down, and are read, as long as a vault is open. */
function keepBooklets(): void {
  const follow = () => {
    if (!openVault.get()) return;
    stop();
    void import('#web/device/work/keep-booklets.ts').then((booklets) => booklets.keepBooklets()).catch(() => undefined);
  };
  const stop = openVault.subscribe(follow);
  follow();
}

/** A device that does not open within so long takes no part in what is saved meanwhile. */
const OPENS_WITHIN_MS = 10_000;

/** Resolves once what is open here can be written to, or nothing is. */
const untilWritable = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      // What failed to open says so too.
      if (openVault.get() && !deviceSide.get() && !deviceStatus.get()) return;
      for (const stop of stops) stop();
      resolve();
    };
    const stops = [openVault, deviceSide, deviceStatus].map((store) => store.subscribe(look));
    look();
  });

/**
 * Follows the device, and who is signed in on it, as long as the page lives.
 * @returns resolves once it is known what takes part of it
 */
export function startVault(): Promise<void> {
  onSessionEnded((used) => atDoor((opened) => opened.goOn(used), false));
  keepBooklets();
  const started = atDoor((opened) => opened.startDevice().then(() => true), false).catch(() => false);
  void started.then((opened) => opened || keepDrafts(null));
  const known = () => Promise.race([started.then(untilWritable), pause(OPENS_WITHIN_MS)]);
  awaitDevice(known);
  return known();
}

/** A code is not kept waiting for the disk. */
const SHOWN_WITHIN_MS = 2_000;

interface Password {
  cedula: string;
  password: string;
}

async function enter(session: Session, password: string, trial: Promise<Awaited<Trial> | null>): Promise<void> {
  const took = await atDoor((opened) => opened.entered(session, password, trial), false).catch(() => false);
  if (!took) keepDrafts(null);
}

/** A sign-in as the device takes part in it; nobody waits for that where the server answers. */
export function besideSignin(credentials: Password) {
  const trial: Promise<Awaited<Trial> | null> = atDoor((opened) => opened.beginTrial(credentials), null).catch(
    () => null,
  );
  const shown = atDoor((opened) => opened.shownDevice(), null).catch(() => null);
  return {
    /** What the device shows of itself beside a code; null where it keeps nothing, or does not say soon. */
    shown: () => Promise.race([shown, pause(SHOWN_WITHIN_MS).then(() => null)]),
    /** The server let her in. */
    entered: (session: Session): void => {
      if (can(session.roles, 'booklet') && canKeep()) holdDrafts(session._id);
      void enter(session, credentials.password, trial);
    },
    /** The server did not answer. @returns whether the device let her in @throws OpeningRefused, NoMemory */
    offline: (): Promise<boolean> => atDoor((opened) => opened.enterOffline(trial, credentials.password), false),
    /** Opens the vault of whoever is signed in. @throws OpeningRefused, NoMemory */
    open: (): Promise<boolean> => atDoor((opened) => opened.openHere(trial, credentials.password), false),
  };
}

/** From now on the new password opens what is kept here. */
export const passwordChanged = (session: Session, password: string): Promise<void> =>
  enter(session, password, Promise.resolve(null));

/** Asks whoever is signed in for the password of what is kept here. */
export const wantOpening = (): Promise<void> => atDoor(async (opened) => opened.wants(), undefined);
