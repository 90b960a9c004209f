/**
 * AES-256-GCM (NIST SP 800-38D) with keys from the vault's random data key by HKDF-SHA-256 (RFC 5869). The place of a piece is additional
 * data: one that was moved or copied cannot be decrypted.
 */

const NONCE_BYTES = 12;
export const KEY_BYTES = 32;

export interface VaultKeys {
  /** Encrypts the stores; not extractable. */
  readonly datos: CryptoKey;
  readonly etiquetas: CryptoKey;
  /** 32 bytes that are used synchronously: a page that unloads cannot wait for WebCrypto. */
  readonly borradores: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/** @param secret 32 random bytes @param use purpose of the key: each purpose gets its own key */
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

/** Version of the sealed format. */
const FORM = 1;

export const sealingPlace = (vault: string, store: string, key: string | number): string =>
  `${vault}/${store}/${key}/${FORM}`;

const gcm = (nonce: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: encoder.encode(place),
});

/** @param place vault, store, key and format; it is authenticated @returns nonce, ciphertext and tag */
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

/** @throws DOMException OperationError when the place or the key is another, or the bytes were changed */
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

export const sealJson = async (key: CryptoKey, place: string, value: unknown): Promise<Uint8Array<ArrayBuffer>> =>
  seal(key, place, await through(encoder.encode(JSON.stringify(value)), new CompressionStream('deflate-raw')));

export async function unsealJson(key: CryptoKey, place: string, sealed: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const packed = await unseal(key, place, sealed);
  return JSON.parse(decoder.decode(await through(packed, new DecompressionStream('deflate-raw'))));
}
