const DAY_SECONDS = 86_400;
/** Day 0 of Excel, which counts a 29 February 1900 that never was as day 60. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const NO_DAY = 60;
const LAST_DAY = 2_958_465;
/** Between the date systems of Windows and of old Macs (ECMA-376, part 1, 18.17.4.1). */
const DAYS_TO_1904 = 1_462;

/** What a number stands for by its format. */
export type NumberKind = 'number' | 'date' | 'time';

const isIn = (id: number, ...ranges: (readonly [number, number])[]) =>
  ranges.some(([from, to]) => id >= from && id <= to);

/** @param code the format's own code, absent for the built-in ones (ECMA-376, part 1, 18.8.30) */
export function numberKind(id: number, code?: string): NumberKind {
  if (code === undefined) {
    if (isIn(id, [14, 17], [22, 22], [27, 31], [36, 36], [50, 54], [57, 58])) return 'date';
    return isIn(id, [18, 21], [32, 35], [45, 47], [55, 56]) ? 'time' : 'number';
  }
  const [positive = ''] = code
    .replace(/\\.|"[^"]*"?|[_*]./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]?/gi, '')
    .split(';');
  if (/^(general|standard|estándar|@)?$/i.test(positive.trim())) return 'number';
  if (/[yd]|m{3}/i.test(positive)) return 'date';
  return /[hs]|a\/p|am\/pm/i.test(positive) ? 'time' : 'number';
}

/** A number of the kind as a person would type it; a day as `2026-11-23`. */
export function readFormatted(value: number, kind: NumberKind, is1904: boolean): number | string {
  if (kind === 'number' || value < 0) return value;
  const seconds = Math.round((value % 1) * DAY_SECONDS);
  if (kind === 'time') return value < 1 ? new Date(seconds * 1_000).toISOString().slice(11, 19) : value;
  const serial = is1904 ? value + DAYS_TO_1904 : value;
  const day = Math.floor(serial);
  if (day < 1 || day > LAST_DAY) return value;
  if (day === NO_DAY) return '1900-02-29';
  const shift = day < NO_DAY ? 1 : 0;
  const [date = '', time = ''] = new Date(DAY_ZERO + ((day + shift) * DAY_SECONDS + seconds) * 1_000)
    .toISOString()
    .split('T');
  return seconds % DAY_SECONDS === 0 ? date : `${date}T${time.slice(0, 8)}`;
}
