import { clockBehind, now } from '#domain/clock.ts';
import { isCorrectionDoubtful, moveClock, onClockMoved } from '#web/lib/server-clock.ts';

const LOOK_EVERY_MS = 10_000;
/** As exact as a clock that the server corrected. */
const TOLERANCE_MS = 60_000;
/** As exact as a clock that its user sets. */
const USER_TOLERANCE_MS = 60 * 60_000;

let doubtedSince = '';
/** The instant since when the corrected time may be ahead: the clock was set, or the device slept or was off for long; '' without doubt. */
export const clockDoubtedSince = (): string => doubtedSince;

/** Both clocks of the device: one that is set, and one that only advances but may stop while the device sleeps. */
const readClocks = () => ({
  shownMs: now().getTime() - clockBehind(),
  steadyMs: performance.now(),
  isVisible: document.visibilityState === 'visible',
});

/** Keeps the corrected time when the device's own clock is set, by the user or by the mobile network, while the page is open. */
export function watchClock(): void {
  if (isCorrectionDoubtful()) doubtedSince = now().toISOString();
  let last = readClocks();
  const look = () => {
    const before = last;
    last = readClocks();
    const jumpMs = Math.round(last.shownMs - before.shownMs - (last.steadyMs - before.steadyMs));
    // A jump back is never sleep. One forward is none while the page is visible and the clock jumps to the corrected time.
    const isSet = jumpMs < 0 || (before.isVisible && Math.abs(jumpMs - clockBehind()) < TOLERANCE_MS);
    if (clockBehind() === 0 || Math.abs(jumpMs) < TOLERANCE_MS) return;
    if (isSet) moveClock(-jumpMs);
    else if (clockBehind() > USER_TOLERANCE_MS && jumpMs > clockBehind() - USER_TOLERANCE_MS)
      doubtedSince = now().toISOString();
  };
  // The correction has included every jump until then.
  onClockMoved(() => {
    doubtedSince = '';
    last = readClocks();
  });
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_EVERY_MS);
}
