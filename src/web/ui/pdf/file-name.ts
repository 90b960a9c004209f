const UNSAFE = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;

/** A document's number as the name of a PDF that every system can keep: `0650128831.pdf`. */
export function pdfFileName(number: string): string {
  const safe = number.replace(UNSAFE, '-').replace(/^[.\s]+|[.\s]+$/g, '');
  return `${safe || 'libreta'}.pdf`;
}
