import { dayOf, today } from '../calendar.ts';
import type { Operation } from '../calls/operation.ts';

/** A correction of the device's clock by the server, by more than an hour. Times are ms since 1970. */
export interface ClockCorrection {
  /** The last time that the server had confirmed before, 0 if none. */
  readonly since: number;
  /** The corrected time. */
  readonly at: number;
  /** By how much the time moved, ms; negative if the device was ahead. */
  readonly movedMs: number;
  /** How far the device's clock is behind since then, ms. */
  readonly behindMs: number;
}

/** The day that the device showed when its clock was corrected, and the true one. */
export const correctedDays = ({ at, movedMs }: ClockCorrection) => ({
  shown: today(new Date(at - movedMs)),
  real: today(new Date(at)),
});

/**
 * Whether an operation was recorded while the device showed another day than the true one: after the server had last confirmed its clock and
 * before it corrected it. A device's clock may have become wrong between the two, so the date of the record may also be right.
 */
export function isMisdated(
  { hace, capturado, desfase }: Pick<Operation, 'hace' | 'capturado' | 'desfase'>,
  correction: ClockCorrection | null,
): boolean {
  if (!correction || hace === 'eliminar') return false;
  const { since, at, movedMs, behindMs } = correction;
  const recorded = Date.parse(capturado);
  // What is recorded after the correction may have an earlier time, but not the difference of before.
  const isLater = Math.abs((desfase ?? 0) - behindMs) < Math.abs(movedMs) / 2;
  if (isLater || recorded < since || recorded > at - movedMs) return false;
  return dayOf(capturado) !== today(new Date(recorded + movedMs));
}
