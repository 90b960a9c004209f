import { argon2id } from 'hash-wasm';
import type { Bytes } from './bytes.ts';
import { KEY_BYTES } from './cipher.ts';

export interface KdfParameters {
  readonly salt: Bytes;
  /** `memory` in KiB and the number of `passes` over it (Argon2id, RFC 9106). */
  readonly memory: number;
  readonly passes: number;
}

export interface KdfTask {
  password: string;
  parameters: KdfParameters;
}
export interface KdfAnswer {
  /** null: the device had too little memory. */
  key: Bytes | null;
}

/** Derives a 32-byte key with Argon2id (RFC 9106), one lane. @throws RangeError when the device cannot allocate the memory */
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
