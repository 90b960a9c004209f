import { wipedFromElsewhere } from '#web/device/shown/wiped.ts';
import { applicationHere } from '#web/lib/application-here.ts';
import { lineIdle, pause } from '#web/lib/line.ts';
import { newVersion } from '#web/lib/new-version.ts';
import { WORKER } from '#web/lib/trusted-text.ts';

const LOOK_EVERY_MS = 60 * 60_000;
/** What is being saved is waited for, and the version before may still be answering; a person who has said yes is not kept waiting for good. */
const LINE_AT_MOST_MS = 10_000;
const TAKEN_AT_MOST_MS = 10_000;
const ASK_EVERY_MS = 1_000;
/** After that the page is still here because the person chose to stay when the browser asked. */
const GONE_WITHIN_MS = 5_000;

/**
 * Keeps the application on the device, so that it opens without a network, and tells when there is a new version. Nothing is loaded
 * anew unless the person says so: a form may be open.
 * @param beforeLoading puts aside what forms hold; tells whether it could, so that the browser need not ask about it
 */
export async function keepInstalled(beforeLoading: () => boolean): Promise<void> {
  const { serviceWorker } = navigator;
  let controlled = serviceWorker.controller !== null;
  /** Who takes the new version, and what tells that it is in charge. */
  let taken: (() => void) | null = null;
  // A browser may keep nothing, in a private window or by its owner's wish: then all is as it was.
  const registration = await serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined);
  if (!registration) return applicationHere.set('never');
  void serviceWorker.ready.then(() => applicationHere.set('here'));

  const take = async () => {
    if (taken) return;
    let isTaken = false;
    const inCharge = new Promise<void>((resolve) => {
      taken = () => {
        isTaken = true;
        resolve();
      };
    });
    // What is being saved comes first.
    await Promise.race([lineIdle(), pause(LINE_AT_MOST_MS)]);
    // In another tab it may have been taken already.
    for (let ms = 0; ms < TAKEN_AT_MOST_MS && !isTaken && registration.waiting; ms += ASK_EVERY_MS) {
      // Again and again: Chromium forgets it where the version before was started anew meanwhile.
      registration.waiting.postMessage({ type: 'SKIP_WAITING' });
      await Promise.race([inCharge, pause(ASK_EVERY_MS)]);
    }
    const isAsked = !beforeLoading();
    location.reload();
    await pause(GONE_WITHIN_MS);
    // A page asked of a version on its way out never comes. Told twice while it asks about an open form a browser may end with neither.
    if (!isAsked) location.reload();
    taken = null;
  };
  const offer = () => {
    if (registration.waiting && serviceWorker.controller) newVersion.set(take);
  };
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', watch);
  watch();
  offer();

  serviceWorker.addEventListener('controllerchange', () => {
    if (taken) return taken();
    // Taken in another tab: here it comes when this person says so.
    if (controlled && !wipedFromElsewhere.get()) newVersion.set(take);
    controlled = true;
  });

  const look = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_EVERY_MS);
}
