/**
 * What a device keeps of people is ciphertext: AES-256-GCM (NIST SP 800-38D) under keys that HKDF-SHA-256 (RFC 5869) derives from the
 * random data key of a vault. Every piece has a nonce of its own, and says as additional data where it lies: one that is put elsewhere,
 * or comes from another vault, is not read.
 */

const NONCE_BYTES = 12;
export const KEY_BYTES = 32;

/** What a vault's key opens; all of it is lost when the page is, unless it is handed over. */
export interface VaultKeys {
  /** Encrypts what the stores hold; cannot be taken out of the browser. */
  readonly datos: CryptoKey;
  /** Makes names of what must not be known by its name (HMAC-SHA-256). */
  readonly etiquetas: CryptoKey;
  /** For drafts, which are written without waiting: 32 bytes. */
  readonly borradores: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/** @param secret 32 random bytes @param use what the key is for, so that no two uses share one */
export async function derivedBits(secret: Uint8Array<ArrayBuffer>, use: string): Promise<Uint8Array<ArrayBuffer>> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(`libreta/${use}`) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, base, KEY_BYTES * 8));
}

export const sealingKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);

export async function keysOf(dataKey: Uint8Array<ArrayBuffer>): Promise<VaultKeys> {
  const [datos, etiquetas, borradores] = (await Promise.all(
    ['datos', 'etiquetas', 'borradores'].map((use) => derivedBits(dataKey, use)),
  )) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return {
    datos: await sealingKey(datos),
    etiquetas: await crypto.subtle.importKey('raw', etiquetas, hmac, false, ['sign']),
    borradores,
  };
}

/** Of what is sealed: another number when it is written otherwise. */
const FORM = 1;

/** Where a piece lies: only there it is read again. */
export const placeOf = (vault: string, store: string, key: string | number): string =>
  `${vault}/${store}/${key}/${FORM}`;

const gcm = (nonce: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: encoder.encode(place),
});

/** @param place vault, store, key and format: only there it is read again @returns the nonce and the ciphertext with its tag */
export async function seal(
  key: CryptoKey,
  place: string,
  plain: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, place), key, plain));
  const sealed = new Uint8Array(NONCE_BYTES + cipher.length);
  sealed.set(nonce);
  sealed.set(cipher, NONCE_BYTES);
  return sealed;
}

/** @throws DOMException OperationError for what was sealed elsewhere, with another key, or was changed since */
export async function unseal(
  key: CryptoKey,
  place: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = sealed.slice(0, NONCE_BYTES);
  return new Uint8Array(await crypto.subtle.decrypt(gcm(nonce, place), key, sealed.slice(NONCE_BYTES)));
}

const through = async (
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** A value as JSON, made small and sealed. */
export const sealJson = async (key: CryptoKey, place: string, value: unknown): Promise<Uint8Array<ArrayBuffer>> =>
  seal(key, place, await through(encoder.encode(JSON.stringify(value)), new CompressionStream('deflate-raw')));

/** @throws DOMException as {@link unseal} */
export async function unsealJson(key: CryptoKey, place: string, sealed: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const packed = await unseal(key, place, sealed);
  return JSON.parse(decoder.decode(await through(packed, new DecompressionStream('deflate-raw'))));
}
