import { createHmac } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

const LENGTH = 16;

/** Keyed hashes of what must not be written down: the same for the same text, and nobody without the secret can try them out. */
export function createMark(secret: string): (text: string) => string {
  const key = derivedKey(secret, 'marcas del registro');
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, LENGTH);
}
