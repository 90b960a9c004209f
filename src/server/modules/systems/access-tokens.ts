import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { derivedKey } from '#server/accounts/derived-key.ts';

export const TOKEN_SECONDS = 300;
const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'libreta';
const AUDIENCE = 'libreta: sistemas';
/** Longer than any token with all scopes. */
const MAX_LENGTH = 8_192;

const claimsSchema = z.object({ sub: z.guid(), epoca: z.int32(), scope: z.string() });

interface Granted {
  readonly system: string;
  /** Tokens of earlier epochs have ended. */
  readonly epoch: number;
  readonly scopes: readonly string[];
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Tokens of systems: with a key, an audience and a type of their own, so that no session is one and none is a session. */
export function createAccessTokens(secret: string, now: () => Date) {
  const key = createSecretKey(derivedKey(secret, 'fichas de sistemas'));
  return {
    sign({ system, epoch, scopes }: Granted): Promise<string> {
      const at = Math.floor(now().getTime() / 1_000);
      return new SignJWT({ epoca: epoch, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(system)
        .setJti(crypto.randomUUID())
        .setIssuedAt(at)
        .setExpirationTime(at + TOKEN_SECONDS)
        .sign(key);
    },

    /** @returns null for a token of something else, or one that has expired */
    async verify(token: string): Promise<Granted | null> {
      if (token.length > MAX_LENGTH) return null;
      const verified = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: now(),
        requiredClaims: ['exp'],
      }).catch(() => null);
      const claims = claimsSchema.safeParse(verified?.payload);
      if (!claims.success) return null;
      const { sub, epoca, scope } = claims.data;
      return { system: sub, epoch: epoca, scopes: scope.split(' ') };
    },
  };
}
