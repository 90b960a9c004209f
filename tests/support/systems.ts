import { createHash, type KeyObject } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import type { StoredSystem } from '#domain/calls/systems.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { newAddress } from './new-address.ts';
import type { TestApi } from './test-api.ts';

export type Algorithm = 'RS384' | 'ES384';

export interface KeyPair {
  readonly alg: Algorithm;
  readonly privateKey: CryptoKey | KeyObject;
  readonly jwk: JWK;
}

export async function newKeys(alg: Algorithm = 'ES384', kid: string = crypto.randomUUID()): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** A public key of P-384 for bodies, whose private part nobody has. */
export const SOME_KEY = {
  kty: 'EC',
  kid: 'firma-1',
  use: 'sig',
  alg: 'ES384',
  crv: 'P-384',
  x: 'ZelatIDCWyur_ELuJvwtnVWWR7xAU3yjVrtuj5p57bitkW6bFp5hwYLle5YJmJ8V',
  y: 'RdlGGNxZuKgfGxdAXhcFXeg8c3RzUy7iLcVl6XAm8WQTw5H5vmycBs6zbjirB8F0',
};

export const jwks = (...keys: object[]): string => JSON.stringify({ keys });

export const systemBody = (change: object = {}) => ({
  nombre: 'Repositorio de pruebas',
  hasta: null,
  llaves: jwks(SOME_KEY),
  alcances: ['system/*.rs'],
  lugares: null,
  ...change,
});

export interface RegisteredSystem {
  readonly system: StoredSystem;
  readonly keys: KeyPair;
}

export async function registeredSystem(api: TestApi, change: object = {}, alg?: Algorithm): Promise<RegisteredSystem> {
  const keys = await newKeys(alg);
  const answer = await api.admin.post('/api/sistemas', systemBody({ llaves: jwks(keys.jwk), ...change }));
  if (answer.status !== 201) throw new Error(`no system was registered: ${answer.text}`);
  return { system: answer.body, keys };
}

/** The address of the token endpoint that requests without a port have. */
export const TOKEN_URL = 'http://localhost:80/fhir/token';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

interface AssertionChange {
  readonly claims?: JWTPayload;
  readonly header?: object;
  readonly now?: Date;
}

/** A signed assertion that is valid unless something is changed. */
export function assertionOf({ system, keys }: RegisteredSystem, change: AssertionChange = {}): Promise<string> {
  const seconds = Math.floor((change.now ?? new Date()).getTime() / 1_000);
  const claims = {
    iss: system._id,
    sub: system._id,
    aud: TOKEN_URL,
    exp: seconds + 240,
    jti: crypto.randomUUID(),
    ...change.claims,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: keys.alg, kid: String(keys.jwk.kid), typ: 'JWT', ...change.header })
    .sign(keys.privateKey);
}

export const tokenForm = (assertion: string, change: Record<string, string | undefined> = {}): string => {
  const form = {
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
    scope: 'system/*.rs',
    ...change,
  };
  return new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
};

export const FORM = 'application/x-www-form-urlencoded';

/** Asks for a token, by default from a new address, since failures close theirs. */
export const askToken = (
  api: Pick<TestApi, 'client'>,
  form: string,
  client: ApiClient = api.client(undefined, newAddress()),
): Promise<Answer> => client.raw('POST', '/fhir/token', form, FORM);

export async function tokenOf(api: TestApi, registered: RegisteredSystem, scope?: string): Promise<string> {
  const answer = await askToken(api, tokenForm(await assertionOf(registered), { scope: scope ?? 'system/*.rs' }));
  if (answer.status !== 200) throw new Error(`no token was given: ${answer.text}`);
  return answer.body.access_token;
}

/** The print under which a `jti` is kept. */
export const printOf = (jti: string): string => createHash('sha256').update(jti).digest('base64url');
