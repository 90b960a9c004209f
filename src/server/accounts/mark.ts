import { createHmac, hkdfSync } from 'node:crypto';

const LENGTH = 16;

/** Keyed hashes of what must not be written down: the same for the same text, and nobody without the secret can try them out. */
export function createMark(secret: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'libreta: marcas del registro', 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, LENGTH);
}
