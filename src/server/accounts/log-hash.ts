import { createHmac } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

const LENGTH = 16;

/** Keyed hashes for texts that must not be logged: equal for equal texts, and not guessable without the secret. */
export function createLogHash(secret: string): (text: string) => string {
  const key = derivedKey(secret, 'marcas del registro');
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, LENGTH);
}
