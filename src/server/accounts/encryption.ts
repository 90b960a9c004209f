import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './derived-key.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Encryption {
  /** @param owner authenticated with the text: a text that is moved to another owner's row cannot be decrypted */
  encrypt(text: string, owner: string): string;
  /** @returns null if the text was changed, moved or encrypted with another secret */
  decrypt(encrypted: string, owner: string): string | null;
}

/** @param purpose texts of one purpose cannot be decrypted as those of another */
export function createEncryption(secret: string, purpose = 'segundo paso'): Encryption {
  const key = derivedKey(secret, purpose);
  return {
    encrypt(text, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
    },

    decrypt(encrypted, owner) {
      const bytes = Buffer.from(encrypted, 'base64url');
      const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
      try {
        const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
