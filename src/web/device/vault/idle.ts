import { now } from '#domain/clock.ts';
import { onPageMessage, postToPages } from '#web/device/pages/pages.ts';
import { onClockMoved } from '#web/lib/server-clock.ts';

export const IDLE_MS = 15 * 60_000;
const LOOK_EVERY_MS = 10_000;
const NOTIFY_EVERY_MS = 5_000;
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'];

/** Calls `onIdle` repeatedly while no page of the application has had input for {@link IDLE_MS}. */
export function watchIdleness(onIdle: () => void): void {
  let last = now().getTime();
  let lastNotice = 0;
  const look = () => {
    // A clock that was set back must not keep the vault open.
    if (Math.abs(now().getTime() - last) >= IDLE_MS) onIdle();
  };
  const busy = () => {
    // The touch that wakes a tablet must not reset the timer before the idle time is checked.
    look();
    last = now().getTime();
    if (Math.abs(last - lastNotice) < NOTIFY_EVERY_MS) return;
    lastNotice = last;
    postToPages({ type: 'busy' });
  };
  for (const sign of SIGNS) window.addEventListener(sign, busy, { capture: true, passive: true });
  onPageMessage(({ type }) => {
    if (type === 'busy') last = now().getTime();
  });
  // A corrected clock is not idle time.
  onClockMoved(() => {
    last = now().getTime();
  });
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  setInterval(look, LOOK_EVERY_MS);
}
