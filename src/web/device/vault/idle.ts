import { now } from '#domain/clock.ts';
import { onPages, tellPages } from '#web/device/pages/pages.ts';
import { onClockMoved } from '#web/lib/server-clock.ts';

/** After so long without a touch nobody sees any more what is kept here. */
export const IDLE_MS = 15 * 60_000;
const LOOK_EVERY_MS = 10_000;
const TOLD_EVERY_MS = 5_000;
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'];

/**
 * Watches whether anybody works, here or in another tab.
 * @param onIdle told as soon as nobody has for {@link IDLE_MS}, again and again until somebody does
 */
export function watchIdleness(onIdle: () => void): void {
  let last = now().getTime();
  let told = 0;
  const look = () => {
    // A clock that was set back does not keep it open.
    if (Math.abs(now().getTime() - last) >= IDLE_MS) onIdle();
  };
  const busy = () => {
    // What wakes a tablet up is no work: what has been idle for too long is so until the password is there.
    look();
    last = now().getTime();
    if (Math.abs(last - told) < TOLD_EVERY_MS) return;
    told = last;
    tellPages({ type: 'busy' });
  };
  for (const sign of SIGNS) window.addEventListener(sign, busy, { capture: true, passive: true });
  onPages(({ type }) => {
    if (type === 'busy') last = now().getTime();
  });
  // The clock went on by days, and nobody was away.
  onClockMoved(() => {
    last = now().getTime();
  });
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  setInterval(look, LOOK_EVERY_MS);
}
