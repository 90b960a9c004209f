import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { ExchangeAddresses } from '#server/base/exchange-settings.ts';
import type { Database } from '#server/db/connect.ts';
import { createBatchWriter } from '#server/journal/batch-writer.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createGrants } from './grant-token.ts';
import { registerSmartConfiguration } from './smart-configuration.ts';
import { createSystemAccess } from './system-access.ts';
import { createSystemRepository, type SystemUse } from './system-repository.ts';
import { registerSystemRoutes } from './system-routes.ts';
import { registerTokenRoutes, type TokenParts } from './token-routes.ts';

const USES_KEPT_AFTER_MS = 5_000;

interface SystemsOptions {
  readonly database: Database;
  readonly secret: string;
  readonly now?: (() => Date) | undefined;
}

interface RoutesOptions extends Pick<TokenParts, 'refused'> {
  readonly limits: AccountLimits;
  readonly addresses: (request: FastifyRequest) => ExchangeAddresses;
}

/** The systems that may read the data exchange, and how they sign in. */
export function createSystems(app: FastifyInstance, { database, secret, now = () => new Date() }: SystemsOptions) {
  const systems = createSystemRepository(database.db, { now });
  const tokens = createAccessTokens(secret, now);
  const uses = createBatchWriter<SystemUse>({
    write: async (some) => {
      if (database.room() === 'enough') await systems.keepUses(some);
    },
    afterMs: USES_KEPT_AFTER_MS,
    failed: (error) => app.log.error({ err: errorForLog(error) }, 'keeping the last use of systems failed'),
    lost: () => {},
  });
  app.addHook('onClose', uses.close);
  return {
    systemOf: createSystemAccess({ systems, tokens, now, used: uses.add }),

    registerRoutes({ limits, addresses, refused }: RoutesOptions): void {
      registerSystemRoutes(app, { systems, now });
      registerSmartConfiguration(app, addresses);
      registerTokenRoutes(app, { grant: createGrants({ systems, tokens, now }), limits, addresses, refused });
    },
  };
}
