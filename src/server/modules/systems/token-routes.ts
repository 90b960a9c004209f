import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { tokenAddressBelow } from '#domain/exchange/integrator-addresses.ts';
import type { AccountLimits } from '#server/accounts/account-limits.ts';
import { networkOf } from '#server/accounts/network.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { type ExchangeAddresses, FHIR_PATH } from '#server/base/exchange-settings.ts';
import { toAppError } from '#server/base/to-app-error.ts';
import { originOf } from '#server/calls/origin.ts';
import { createSparseEvents } from '#server/journal/recently-seen.ts';
import { TOKEN_SECONDS } from './access-tokens.ts';
import { claimedClient } from './assertion.ts';
import type { createGrants } from './grant-token.ts';
import { OAuthError } from './oauth-error.ts';
import { SYSTEM_KIND } from './system-repository.ts';
import type { SystemRow } from './system-wire.ts';
import { readTokenRequest } from './token-request.ts';

const MAX_BYTES = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const SOON_S = 5;

const TOKEN_PATH = tokenAddressBelow(FHIR_PATH);
export const tokenAddress = ({ base }: ExchangeAddresses): string => tokenAddressBelow(base);

export interface TokenParts {
  readonly grant: ReturnType<typeof createGrants>;
  readonly limits: AccountLimits;
  readonly addresses: (request: FastifyRequest) => ExchangeAddresses;
  readonly refused?: ((reason: 'system' | 'held back') => void) | undefined;
}

/** Errors that are not refusals of a client; all others are the server's. */
const OTHER_ERRORS: Partial<Record<ErrorCode, (error: AppError) => OAuthError>> = {
  tooManyTries: ({ retryAfter }) =>
    new OAuthError('temporarily_unavailable', 'too many failed attempts', { status: 429, retryAfter }),
  tooLarge: () => new OAuthError('invalid_request', `a request has at most ${MAX_BYTES} bytes`, { status: 413 }),
  mediaType: () => new OAuthError('invalid_request', `a request is sent as ${FORM}`, { status: 415 }),
  malformed: () => new OAuthError('invalid_request', 'the request is malformed'),
  unavailable: () => new OAuthError('temporarily_unavailable', 'the database is away', { retryAfter: SOON_S }),
  noSpace: () => new OAuthError('temporarily_unavailable', 'the server has no space', { retryAfter: SOON_S }),
};

function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  const appError = toAppError(error);
  return OTHER_ERRORS[appError.code]?.(appError) ?? new OAuthError('server_error', 'an unexpected error');
}

const JSON_TYPE = 'application/json; charset=utf-8';
const noStore = (reply: FastifyReply) => reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message, status, details } = toOAuthError(error);
  if (status === 500) request.log.error({ err: errorForLog(error) }, 'request failed');
  if (details.retryAfter !== undefined) reply.header('Retry-After', details.retryAfter);
  noStore(reply).code(status).type(JSON_TYPE).serializer(JSON.stringify);
  reply.send({ error: code, error_description: message });
}

/** Writes refused sign-ins of systems into log and journal. */
function createRefusals(app: FastifyInstance, refused: NonNullable<TokenParts['refused']>) {
  /** Few entries of a network in a while, so that an attacker cannot fill the journal. */
  const isLeftOut = createSparseEvents();
  return {
    heldBack(request: FastifyRequest, client: string): void {
      refused('held back');
      const origin = originOf(request);
      request.log.warn({ address: origin.address }, 'sign-in of a system held back');
      if (isLeftOut(networkOf(origin.address), client)) return;
      const after = { motivo: 'demasiados intentos' };
      app.noteSoon({ id: null, origin }, { action: 'rechazar', kind: SYSTEM_KIND, after });
    },
    /** Only a client with a right signature is the author; for others the entry names the system that they said to be. */
    refused(request: FastifyRequest, { message, details }: OAuthError, system: SystemRow | undefined): void {
      refused('system');
      const origin = originOf(request);
      const about = system?._id ?? null;
      request.log.warn({ address: origin.address, system: about, why: message }, 'sign-in of a system refused');
      if (details.isNoted) return;
      const after = { motivo: details.motivo ?? null };
      const id = details.isProven ? about : null;
      app.noteSoon({ id, origin }, { action: 'rechazar', kind: SYSTEM_KIND, about, after });
    },
  };
}

/** The token endpoint (SMART App Launch 2, backend services). */
export function registerTokenRoutes(app: FastifyInstance, parts: TokenParts): void {
  const { grant, limits, addresses, refused = () => {} } = parts;
  const refusals = createRefusals(app, refused);

  async function signIn(request: FastifyRequest) {
    if (request.headers.authorization !== undefined)
      throw new OAuthError('invalid_request', 'clients authenticate with private_key_jwt only');
    if (request.url.includes('?'))
      throw new OAuthError('invalid_request', 'parameters are sent in the body, not in the address');
    const wanted = readTokenRequest(new URLSearchParams(String(request.body ?? '')));
    const client = claimedClient(wanted.assertion);
    const limit = limits.systemSignIn(client, request.ip);
    await limit.check().catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'tooManyTries') refusals.heldBack(request, client);
      throw error;
    });
    let system: SystemRow | undefined;
    const surroundings = {
      audience: tokenAddress(addresses(request)),
      origin: originOf(request),
      named: (one: SystemRow) => {
        system = one;
      },
    };
    const token = await grant(wanted, surroundings).catch(async (error: unknown) => {
      if (error instanceof OAuthError) {
        await limit.failed();
        refusals.refused(request, error, system);
      }
      throw error;
    });
    await limit.succeeded();
    return { access_token: token, token_type: 'bearer', expires_in: TOKEN_SECONDS, scope: wanted.scopes.join(' ') };
  }

  // A scope of its own, for its form and its errors.
  app.register(async (endpoint) => {
    endpoint.removeAllContentTypeParsers();
    endpoint.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    endpoint.setErrorHandler(answerError);
    endpoint.route({
      method: 'POST',
      url: TOKEN_PATH,
      bodyLimit: MAX_BYTES,
      config: { keeps: 'little' },
      schema: { hide: true },
      handler: async (request, reply) =>
        noStore(reply)
          .type(JSON_TYPE)
          .send(JSON.stringify(await signIn(request))),
    });
    endpoint.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: TOKEN_PATH,
      config: { keeps: 'nothing' },
      schema: { hide: true },
      onRequest: async (_request, reply) => {
        reply.header('Allow', 'POST');
        throw new OAuthError('invalid_request', 'a token is requested with POST', { status: 405 });
      },
      handler: async () => undefined,
    });
  });
}
