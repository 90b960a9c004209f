/** A code has 128 random bits in base64url, and says nothing about the person. */
export const BOOKLET_CODE = /^[\w-]{22}$/;

/** The screen that opens the booklet of a code. */
const CODE_PATH = '/q/';

/** The text of the printed code. */
export const codeAddress = (origin: string, code: string): string => `${origin}${CODE_PATH}${code}`;

/** The code in the text of a scanned picture, if it is an address of this installation. */
export function codeInAddress(text: string, origin: string): string | null {
  const start = `${origin}${CODE_PATH}`;
  const code = text.startsWith(start) ? text.slice(start.length) : '';
  return BOOKLET_CODE.test(code) ? code : null;
}
