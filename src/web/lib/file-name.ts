const UNSAFE = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
/** Documents are much shorter, and every system keeps a name of this length. */
const LONGEST = 60;

/** A document's number as the name of a file that every system can keep: `0650128831.pdf`, `datos-0650128831.json`. */
export function fileNameOf(number: string, ending: string, before = ''): string {
  const safe = number
    .slice(0, LONGEST)
    .replace(UNSAFE, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${before}${safe || 'libreta'}.${ending}`;
}
