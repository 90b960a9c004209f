import { hkdfSync } from 'node:crypto';

/** Derives a separate 32-byte key for each purpose (HKDF, RFC 5869). */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `libreta: ${purpose}`, 32));
