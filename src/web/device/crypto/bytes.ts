/** Bytes as IndexedDB gives them back. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const bytesOf = (text: string): Bytes => encoder.encode(text);
export const textOf = (bytes: Bytes): string => decoder.decode(bytes);

/** Bytes as base64url without padding, as the server writes them too. */
export function toText(bytes: Bytes): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws DOMException InvalidCharacterError for what is no base64url */
export function fromText(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
