import { decodeJwt, decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import type { KeyAlgorithm, PublicKey } from '#domain/exchange/public-keys.ts';
import { UUID } from '#domain/uuid.ts';
import { OAuthError } from './oauth-error.ts';

/** An assertion may expire this many seconds ahead (SMART App Launch 2, "Client authentication: asymmetric"). */
const LONGEST_S = 300;
const MAX_NAME = 200;

const ALGORITHMS = ['RS384', 'ES384'] as const satisfies KeyAlgorithm[];

const refuse = (why: string, motivo: string): never => {
  throw new OAuthError('invalid_client', why, { motivo });
};
/** Of a client whose signature is right. */
const refuseProven = (why: string, motivo: string): never => {
  throw new OAuthError('invalid_client', why, { motivo, isProven: true });
};
/** The same for an unknown client, one that may no longer enter and a wrong signature. */
export const refuseClient = (motivo: string): never => refuse('client authentication failed', motivo);

/** What an assertion says of itself, before its signature is checked. */
export interface ClaimedAssertion {
  readonly text: string;
  readonly clientId: string;
  readonly alg: KeyAlgorithm;
  readonly kid: string;
}

/** @returns null for what is not a signed JWT */
function partsOf(text: string) {
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) };
  } catch {
    return null;
  }
}

/** The client that an assertion names; empty if it names none. */
export function claimedClient(text: string): string {
  const { iss } = partsOf(text)?.claims ?? {};
  return typeof iss === 'string' && UUID.test(iss) ? iss.toLowerCase() : '';
}

/** @throws OAuthError for an assertion that no key could make valid */
export function readAssertion(text: string, clientId: string | null): ClaimedAssertion {
  const { header, claims } = partsOf(text) ?? refuse('the assertion is not a signed JWT', 'no es una aserción firmada');
  const alg =
    ALGORITHMS.find((name) => name === header.alg) ??
    refuse('the assertion must be signed by RS384 or ES384', 'otro algoritmo');
  const { kid } = header;
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_NAME)
    return refuse('the header of the assertion must have a kid', 'sin nombre de clave');
  const id = claimedClient(text);
  if (id === '' || claims.sub !== claims.iss)
    return refuse('iss and sub of the assertion must be the client id', 'sin el identificador del sistema');
  if (clientId !== null && clientId !== claims.iss)
    return refuse('client_id is not the iss of the assertion', 'otro identificador');
  return { text, clientId: id, alg, kid };
}

/** In plain words, so that an integrator finds the mistake. */
function claimProblem({ aud, exp, iat, jti }: JWTPayload, audience: string, nowS: number) {
  const [only, ...others] = Array.isArray(aud) ? aud : [aud];
  if (only !== audience || others.length > 0) return { why: `aud must be ${audience}`, motivo: 'para otra dirección' };
  if (exp === undefined || exp > nowS + LONGEST_S) {
    const why = `exp must be at most ${LONGEST_S} seconds ahead of this server's clock, which the header Date shows`;
    return { why, motivo: 'aserción de más de 5 minutos' };
  }
  if (iat !== undefined && iat > nowS + LONGEST_S)
    return { why: "iat is in the future by this server's clock", motivo: '«iat» no vale' };
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_NAME)
    return { why: `jti must be a text of 1 to ${MAX_NAME} characters`, motivo: '«jti» no vale' };
  return null;
}

interface VerifiedAssertion {
  readonly jti: string;
  readonly expires: Date;
}

/** @throws OAuthError unless one of the keys has signed it and it is valid now, for this audience */
export async function verifyAssertion(
  { text, alg, kid }: ClaimedAssertion,
  keys: readonly PublicKey[],
  { audience, now }: { audience: string; now: Date },
): Promise<VerifiedAssertion> {
  const stored = keys.find((key) => key.kid === kid && key.alg === alg);
  if (!stored) return refuseClient('clave desconocida');
  const key = await importJWK({ ...stored }, alg);
  const { payload } = await jwtVerify(text, key, {
    algorithms: [alg],
    currentDate: now,
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'jti'],
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired)
      return refuseProven("the assertion has expired by this server's clock", 'aserción vencida');
    if (error instanceof errors.JWTClaimValidationFailed)
      return refuseProven(`${error.claim} of the assertion is not valid`, `«${error.claim}» no vale`);
    if (error instanceof errors.JOSEError) return refuseClient('firma equivocada');
    throw error;
  });
  const problem = claimProblem(payload, audience, now.getTime() / 1_000);
  if (problem !== null) return refuseProven(problem.why, problem.motivo);
  return { jti: String(payload.jti), expires: new Date(Number(payload.exp) * 1_000) };
}
