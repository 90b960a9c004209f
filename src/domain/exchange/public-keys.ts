import { isStorable } from '../text.ts';

/** The signatures that systems sign in with (SMART App Launch 2, "Asymmetric client authentication"). */
export type KeyAlgorithm = 'RS384' | 'ES384';

interface CommonKey {
  readonly kid: string;
  readonly use: 'sig';
}
/** A public key as it is stored: nothing else of what was pasted. */
export type PublicKey =
  | (CommonKey & { readonly kty: 'RSA'; readonly alg: 'RS384'; readonly n: string; readonly e: string })
  | (CommonKey & {
      readonly kty: 'EC';
      readonly alg: 'ES384';
      readonly crv: 'P-384';
      readonly x: string;
      readonly y: string;
    });

/** Characters of a pasted key set; ten RSA keys of 8,192 bits with their names fit. */
export const MAX_KEYS_TEXT = 20_000;
const MAX_KEYS = 10;
const MAX_KID = 200;
const RSA_BITS = { min: 2_048, max: 8_192 };
/** Bytes of a coordinate of P-384 (RFC 7518, 6.2.1.2). */
const P384_BYTES = 48;
/** The public exponent: odd, and from 65,537 up (NIST SP 800-56B, 6.2), in at most four bytes. */
const EXPONENT = { min: 65_537, bytes: 4 };
/** Members of private and symmetric keys (RFC 7518, 6.2.2, 6.3.2 and 6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

const NOT_JSON = 'No es un JSON que se pueda leer. Pega el documento completo, desde la primera llave hasta la última.';
const NOT_KEYS = 'Debe ser un conjunto de claves públicas (JWKS): un objeto con la lista «keys», o una sola clave.';
const ONLY_ADDRESS =
  'El documento solo dice dónde están las claves («jwks_uri»). Abre esa dirección y pega lo que muestra.';
const PRIVATE =
  'Hay una clave privada en el texto. Pega solo la parte pública; y como la privada ya se mostró, el otro sistema debe cambiarla.';

export type ReadKeys = { readonly keys: readonly PublicKey[] } | { readonly problem: string };

class KeyProblem extends Error {}
const refuse = (problem: string): never => {
  throw new KeyProblem(problem);
};

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function membersIn(text: string): readonly unknown[] {
  let pasted: unknown;
  try {
    pasted = JSON.parse(text);
  } catch {
    return refuse(NOT_JSON);
  }
  if (!isObject(pasted)) return refuse(NOT_KEYS);
  if (pasted.keys === undefined && 'kty' in pasted) return [pasted];
  const { keys } = isObject(pasted.jwks) ? pasted.jwks : pasted;
  if (Array.isArray(keys)) return keys;
  return refuse('jwks_uri' in pasted ? ONLY_ADDRESS : NOT_KEYS);
}

/** @returns null for what is not base64url without padding (RFC 7515, 2) */
function bytesOf(value: unknown): Uint8Array | null {
  if (typeof value !== 'string' || !/^[A-Za-z0-9_-]+$/.test(value) || value.length % 4 === 1) return null;
  const text = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The size of a number of big-endian bytes. */
function bitsOf(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? 0 : (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24;
}

const isOdd = (bytes: Uint8Array) => ((bytes.at(-1) ?? 0) & 1) === 1;

function rsaKey({ n, e }: Members, common: CommonKey, name: string): PublicKey {
  const [modulus, exponent] = [bytesOf(n), bytesOf(e)];
  if (!modulus || !exponent || !isOdd(modulus)) return refuse(`${name} no es una clave RSA que se pueda leer.`);
  const bits = bitsOf(modulus);
  if (bits < RSA_BITS.min) refuse(`${name} es una clave RSA de ${bits} bits: debe tener al menos ${RSA_BITS.min}.`);
  if (bits > RSA_BITS.max) refuse(`${name} es una clave RSA de ${bits} bits: debe tener como máximo ${RSA_BITS.max}.`);
  const value = exponent.reduce((sum, byte) => sum * 256 + byte, 0);
  if (exponent.length > EXPONENT.bytes || value < EXPONENT.min || !isOdd(exponent))
    refuse(`${name} tiene un exponente público que no es seguro: usa 65537 (AQAB).`);
  return { ...common, kty: 'RSA', alg: 'RS384', n: String(n), e: String(e) };
}

function ecKey({ crv, x, y }: Members, common: CommonKey, name: string): PublicKey {
  if (crv !== 'P-384') refuse(`${name} es de otra curva: para ES384 debe ser P-384.`);
  if (bytesOf(x)?.length !== P384_BYTES || bytesOf(y)?.length !== P384_BYTES)
    refuse(`${name} no es una clave P-384 que se pueda leer.`);
  return { ...common, kty: 'EC', alg: 'ES384', crv: 'P-384', x: String(x), y: String(y) };
}

function requireForSigning({ use, key_ops: operations, alg }: Members, algorithm: KeyAlgorithm, name: string): void {
  if (use !== undefined && use !== 'sig') refuse(`${name} no es para firmar: su «use» debe ser «sig».`);
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify')))
    refuse(`${name} no es para comprobar firmas: su «key_ops» debe tener «verify».`);
  if (alg !== undefined && alg !== algorithm) refuse(`${name} es de otro algoritmo: su «alg» debe ser «${algorithm}».`);
}

function publicKeyOf(pasted: unknown, index: number): PublicKey {
  const name = `La clave ${index + 1}`;
  if (!isObject(pasted)) return refuse(`${name} no es un objeto.`);
  if (PRIVATE_MEMBERS.some((member) => Object.hasOwn(pasted, member))) return refuse(PRIVATE);
  const { kty, kid } = pasted;
  if (typeof kid !== 'string' || kid.trim() === '') return refuse(`${name} no tiene nombre: le falta «kid».`);
  if (kid.length > MAX_KID) return refuse(`${name} tiene un «kid» de más de ${MAX_KID} caracteres.`);
  // A system signs in with its exact name, so that cleaning would lock it out.
  if (!isStorable(kid)) return refuse(`${name} tiene un «kid» con caracteres que no se pueden guardar.`);
  const common = { kid, use: 'sig' } as const;
  const make = kty === 'RSA' ? rsaKey : kty === 'EC' ? ecKey : null;
  if (!make) return refuse(`${name} no sirve: debe ser RSA (para RS384) o EC con la curva P-384 (para ES384).`);
  requireForSigning(pasted, kty === 'RSA' ? 'RS384' : 'ES384', name);
  return make(pasted, common, name);
}

/**
 * Reads pasted public keys: a JWKS, one JWK (RFC 7517), or the metadata of a client with its keys in `jwks` (RFC 7591). Whether a point lies on its curve is checked by the server.
 */
export function readPublicKeys(text: string): ReadKeys {
  try {
    const pasted = membersIn(text);
    if (pasted.length === 0) return { problem: 'No hay ninguna clave en la lista.' };
    if (pasted.length > MAX_KEYS) return { problem: `Hay ${pasted.length} claves: deben ser ${MAX_KEYS} como máximo.` };
    const keys = pasted.map(publicKeyOf);
    const repeated = keys.find(({ kid }, at) => keys.findIndex((other) => other.kid === kid) !== at);
    return repeated ? { problem: `Dos claves se llaman igual: «${repeated.kid}».` } : { keys };
  } catch (error) {
    if (error instanceof KeyProblem) return { problem: error.message };
    throw error;
  }
}

/** In one order, since a database does not keep that of the members. */
function ordered(key: PublicKey): PublicKey {
  const { kty, kid, use, alg } = key;
  if (kty === 'RSA') return { kty, kid, use, alg, n: key.n, e: key.e };
  return { kty, kid, use, alg, crv: key.crv, x: key.x, y: key.y };
}

/** The keys as the document that is shown. */
export const publicKeysText = (keys: readonly PublicKey[]): string =>
  JSON.stringify({ keys: keys.map(ordered) }, null, 2);
