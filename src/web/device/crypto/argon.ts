import { argon2id } from 'hash-wasm';
import type { Bytes } from './bytes.ts';
import { KEY_BYTES } from './cipher.ts';

/** How the key of a vault is made from a password. */
export interface KdfParameters {
  readonly salt: Bytes;
  /** KiB of memory, and how often it is gone through (Argon2id, RFC 9106). */
  readonly memory: number;
  readonly passes: number;
}

/** What the page and the worker say to each other. */
export interface KdfTask {
  password: string;
  parameters: KdfParameters;
}
export interface KdfAnswer {
  /** null where there was not memory enough. */
  key: Bytes | null;
}

/**
 * The key that a password makes: Argon2id (RFC 9106) with one lane, 32 bytes.
 * @throws RangeError where the device has not so much memory to give
 */
export async function keyFromPassword(password: string, { salt, memory, passes }: KdfParameters): Promise<Bytes> {
  const made = await argon2id({
    password: password.normalize('NFC'),
    salt,
    parallelism: 1,
    iterations: passes,
    memorySize: memory,
    hashLength: KEY_BYTES,
    outputType: 'binary',
  });
  return Uint8Array.from(made);
}
