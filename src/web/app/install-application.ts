import { wipedRemotely } from '#web/device/shown/wiped-remotely.ts';
import { applicationHere } from '#web/lib/application-here.ts';
import { lineIdle, pause } from '#web/lib/line.ts';
import { newVersion } from '#web/lib/new-version.ts';
import { onServerBack } from '#web/lib/server-reach.ts';
import { WORKER } from '#web/lib/trusted-text.ts';

const UPDATE_CHECK_MS = 60 * 60_000;
/** Longest wait for running requests before the new version is activated. */
const IDLE_WAIT_MS = 10_000;
const ACTIVATION_WAIT_MS = 10_000;
const MESSAGE_EVERY_MS = 1_000;
/** A page still open after this time stayed because the user chose so in the browser's dialog. */
const RELOAD_WAIT_MS = 5_000;
/** Waits between attempts to install, unless the server comes back earlier. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

/** Whether this registration has a worker, once its first one has all its files or has failed. */
async function hasWorker(registration: ServiceWorkerRegistration): Promise<boolean> {
  if (registration.active || registration.waiting) return true;
  const first = registration.installing;
  if (!first) return false;
  return new Promise((resolve) => {
    first.addEventListener('statechange', () => resolve(first.state !== 'redundant'));
  });
}

const untilServerBack = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', onServerBack(resolve)));

/**
 * Registers the worker until it is installed, because browsers do not repeat a first installation that failed. The files that came stay in its
 * cache. @returns undefined in browsers that store no worker
 */
async function install({ serviceWorker }: Navigator): Promise<ServiceWorkerRegistration | undefined> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
    try {
      const registration = await serviceWorker.register(WORKER, { updateViaCache: 'none' });
      if (await hasWorker(registration)) return registration;
    } catch (error) {
      // A TypeError means that the worker's script could not be downloaded.
      if (!(error instanceof TypeError)) return undefined;
    }
    const over = new AbortController();
    await Promise.race([pause(wait), untilServerBack(over.signal)]);
    over.abort();
  }
}

/** Installs the service worker and offers new versions. The page reloads only on request. @param beforeLoading stores forms as drafts, true if it could */
export async function installApplication(beforeLoading: () => boolean): Promise<void> {
  const { serviceWorker } = navigator;
  /** Set while this page activates a new version; called once that version controls it. */
  let onActivated: (() => void) | null = null;
  // Without storage (a private window, a setting) the application works as before, without installation.
  const registration = await install(navigator);
  if (!registration) return applicationHere.set('never');
  let controlled = serviceWorker.controller !== null;
  void serviceWorker.ready.then(() => applicationHere.set('here'));

  const activate = async () => {
    if (onActivated) return;
    let isActive = false;
    const activated = new Promise<void>((resolve) => {
      onActivated = () => {
        isActive = true;
        resolve();
      };
    });
    // Running saves finish first.
    await Promise.race([lineIdle(), pause(IDLE_WAIT_MS)]);
    // Another tab may have activated it already.
    for (let ms = 0; ms < ACTIVATION_WAIT_MS && !isActive && registration.waiting; ms += MESSAGE_EVERY_MS) {
      // Repeated, because Chromium loses the message when the previous version restarts meanwhile.
      registration.waiting.postMessage({ type: 'SKIP_WAITING' });
      await Promise.race([activated, pause(MESSAGE_EVERY_MS)]);
    }
    const mayPrompt = !beforeLoading();
    location.reload();
    await pause(RELOAD_WAIT_MS);
    // The old version may never answer the first request. A second reload while the browser shows its dialog may cancel both.
    if (!mayPrompt) location.reload();
    onActivated = null;
  };
  const offer = () => {
    if (registration.waiting && serviceWorker.controller) newVersion.set(activate);
  };
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', watch);
  watch();
  offer();

  serviceWorker.addEventListener('controllerchange', () => {
    if (onActivated) return onActivated();
    // Activated in another tab: this page reloads only when its user agrees.
    if (controlled && !wipedRemotely.get()) newVersion.set(activate);
    controlled = true;
  });

  const checkForUpdate = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', checkForUpdate);
  setInterval(checkForUpdate, UPDATE_CHECK_MS);
}
