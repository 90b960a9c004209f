import '#web/lib/trusted-text.ts';
import '#web/lib/without-eval.ts';
import '#web/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openingPrompt } from '#web/device/shown/opening-prompt.ts';
import { deviceStatus } from '#web/device/shown/status.ts';
import { applicationHere } from '#web/lib/application-here.ts';
import { isMarked } from '#web/lib/device-mark.ts';
import { setDeviceStart } from '#web/lib/device-start.ts';
import { holdDrafts, keepDrafts } from '#web/lib/drafts.ts';
import { lineIdle, pause, savesData } from '#web/lib/line.ts';
import { isLocked, unmarkLocked } from '#web/lib/lock-mark.ts';
import { getSession } from '#web/lib/session.ts';
import { ignoreStrayPresses } from '#web/lib/stray-press.ts';
import { leaveIfKept } from '#web/ui/form/unsaved-changes.ts';
import { followPaths } from '#web/ui/page/way-back.ts';
import { App } from './app.tsx';
import { renderFirstScreenAtOnce } from './lazy-screen.tsx';
import { router } from './router.tsx';
import { startSessionEffects } from './shell/session-effects.ts';
import { takeOver } from './take-over.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The page that the build wrote for `/` or `/login` stays until the screen has rendered.
const first = document.getElementById('first');
if (first) {
  root.remove();
  const stop = router.subscribe('onRendered', () => {
    stop();
    void takeOver(first, root);
  });
}

followPaths(router.history);
startSessionEffects(router);
ignoreStrayPresses(document);
// With a session the vault opens at once; otherwise when the line is idle.
const session = getSession();
// No draft is stored unencrypted before it is clear whether the vault is open.
if (session && isMarked()) holdDrafts(session._id);
// Nothing of a locked screen is shown while the vault's code loads.
if (session && isLocked(session._id)) {
  const settle = () => {
    unmarkLocked();
    openingPrompt.set(null);
  };
  openingPrompt.set({ why: 'locked', session, settle });
}
const device = (session ? Promise.resolve() : lineIdle())
  .then(() => import('#web/device/vault-door.ts'))
  .then(({ startVault }) => startVault())
  .catch(() => keepDrafts(null));
if (session) setDeviceStart(() => device);
// The application is installed after everything else; with reduced data use only when the booklets are downloaded.
const wanted = savesData() ? new Promise<void>((resolve) => deviceStatus.subscribe(resolve)) : Promise.resolve();
const RETRY_MS = 5_000;
const install = (): Promise<void> =>
  import('./install-application.ts').then(
    ({ installApplication }) => installApplication(leaveIfKept),
    () => pause(RETRY_MS).then(install),
  );
if (import.meta.env.PROD && 'serviceWorker' in navigator) void wanted.then(lineIdle).then(install);
else applicationHere.set('never');

const CODE_WITHIN_MS = 500;
const FONT_WITHIN_MS = 100;

/** Text drawn in another font wraps elsewhere, and what follows moves when the font arrives. */
async function fontLoaded(): Promise<void> {
  const [spanish] = document.fonts;
  await Promise.race([spanish?.load(), pause(FONT_WITHIN_MS)]).catch(() => undefined);
}

/** An installed application has the screen's code on the device, so its first render is the whole screen. Otherwise people see that it loads. */
async function firstScreen(): Promise<void> {
  if (!session || !navigator.serviceWorker?.controller) return;
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  const code = routes.at(-1)?.options.component?.preload?.();
  if (!code) return;
  const font = fontLoaded();
  const here = await Promise.race([code.then(() => true), pause(CODE_WITHIN_MS)]).catch(() => false);
  await font;
  if (here) renderFirstScreenAtOnce();
}
void firstScreen().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
