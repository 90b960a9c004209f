import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SMART_CONFIGURATION } from '#domain/exchange/integrator-addresses.ts';
import { SYSTEM_SCOPES } from '#domain/exchange/scopes.ts';
import { type ExchangeAddresses, FHIR_PATH } from '#server/base/exchange-settings.ts';
import { tokenAddress } from './token-routes.ts';

/** What systems need to sign in (SMART App Launch 2, "Conformance"); it names only what works. */
const smartConfiguration = (reached: ExchangeAddresses) => ({
  token_endpoint: tokenAddress(reached),
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
  grant_types_supported: ['client_credentials'],
  scopes_supported: SYSTEM_SCOPES,
  capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
});

export function registerSmartConfiguration(
  app: FastifyInstance,
  addresses: (request: FastifyRequest) => ExchangeAddresses,
): void {
  // Clients look for it below the address of FHIR; some also at the root of the server.
  for (const url of [FHIR_PATH + SMART_CONFIGURATION, SMART_CONFIGURATION])
    app.get(url, { schema: { hide: true } }, async (request, reply) =>
      reply
        .headers({ 'Cache-Control': 'no-cache' })
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(smartConfiguration(addresses(request)))),
    );
}
