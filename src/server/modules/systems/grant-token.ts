import { createHash } from 'node:crypto';
import { isWithin } from '#domain/exchange/scopes.ts';
import type { Origin } from '#server/journal/doer.ts';
import type { AccessTokens } from './access-tokens.ts';
import { readAssertion, refuseClient, verifyAssertion } from './assertion.ts';
import { OAuthError } from './oauth-error.ts';
import { mayRead } from './system-access.ts';
import type { SystemRepository } from './system-repository.ts';
import type { SystemRow } from './system-wire.ts';
import type { TokenRequest } from './token-request.ts';

interface GrantParts {
  readonly systems: SystemRepository;
  readonly tokens: AccessTokens;
  readonly now: () => Date;
}

interface Surroundings {
  /** The address of the token endpoint. */
  readonly audience: string;
  readonly origin: Origin;
  /** Called with the system that the assertion names, if there is one, before its signature is checked. */
  readonly named: (system: SystemRow) => void;
}

const missingScopes = (scopes: readonly string[], { alcances }: SystemRow) =>
  scopes.filter((scope) => !isWithin(scope, alcances));

/** @throws OAuthError unless the assertion is right, new and of a system with these scopes */
export function createGrants({ systems, tokens, now }: GrantParts) {
  return async (wanted: TokenRequest, { audience, origin, named }: Surroundings): Promise<string> => {
    const claimed = readAssertion(wanted.assertion, wanted.clientId);
    const at = now();
    const system = await systems.find(claimed.clientId);
    if (system) named(system);
    if (!mayRead(system, at)) return refuseClient(system ? 'sistema terminado o revocado' : 'sistema desconocido');
    const { jti, expires } = await verifyAssertion(claimed, system.llaves, { audience, now: at });
    const missing = missingScopes(wanted.scopes, system);
    const alcances = wanted.scopes.join(' ');
    const entry =
      missing.length > 0
        ? ({ action: 'rechazar', after: { motivo: 'permiso no dado', alcances } } as const)
        : ({ action: 'entrar', after: { alcances } } as const);
    const huella = createHash('sha256').update(jti).digest('base64url');
    const isFirst = await systems.claimAssertion({ id: system._id, origin }, { huella, expires, entry });
    if (!isFirst)
      throw new OAuthError('invalid_client', 'jti was used before', { motivo: 'aserción repetida', isProven: true });
    if (missing.length > 0)
      throw new OAuthError('invalid_scope', `not given to this client: ${missing.join(' ')}`, { isNoted: true });
    return tokens.sign({ system: system._id, epoch: system.epoca, scopes: wanted.scopes });
  };
}
