const UNSAFE = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
const LONGEST = 60;

/** A file name that every system accepts: `0650128831.pdf`, `datos-0650128831.json`. */
export function fileNameOf(number: string, ending: string, before = ''): string {
  const safe = number
    .slice(0, LONGEST)
    .replace(UNSAFE, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${before}${safe || 'libreta'}.${ending}`;
}
