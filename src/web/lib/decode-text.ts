export const NOT_TEXT_FILE = 'El archivo no es de texto. Guárdalo como CSV o TXT e inténtalo de nuevo.';

/** Decodes UTF-8, or else Windows-1252. @throws Error with a message for the user if the file is not text. */
export function decodeText(bytes: ArrayBuffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  if (text.includes('\u0000')) throw new Error(NOT_TEXT_FILE);
  return text;
}
