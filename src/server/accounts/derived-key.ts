import { hkdfSync } from 'node:crypto';

/** A key of its own for each purpose, from the one secret (HKDF, RFC 5869); 32 bytes. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `libreta: ${purpose}`, 32));
