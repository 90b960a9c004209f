import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, ERRORS, errorBody } from '#domain/errors.ts';
import { FhirError, fhirErrorOf, operationOutcome } from '#domain/exchange/outcome.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { toAppError } from '#server/base/to-app-error.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const NEVER_STORED = /^\/(?:api|fhir)/;
const NO_STORE = { 'Cache-Control': 'no-store' };
export const ERROR_HEADERS = { ...SECURITY_HEADERS, 'Content-Type': 'application/json; charset=utf-8', ...NO_STORE };

const SOON_S = 5;

/** The addresses of FHIR. The sign-in of systems, which is among them, answers its own errors as OAuth does. */
const FHIR = /^\/+fhir(?:[/?]|$)/;
export const isFhirAddress = (address: string): boolean => FHIR.test(address);
const isFhir = ({ routeOptions, url }: FastifyRequest) => isFhirAddress(routeOptions?.url ?? url);

export const FHIR_HEADERS = { ...ERROR_HEADERS, 'Content-Type': 'application/fhir+json; charset=utf-8' };

function answerFhirError(error: FhirError, reply: FastifyReply): void {
  reply.code(error.status).headers({ ...FHIR_HEADERS, ...error.headers });
  reply.serializer(JSON.stringify).send(operationOutcome(error));
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof FhirError) {
    reply.header('X-Request-Id', request.id);
    answerFhirError(error, reply);
    return;
  }
  const answered = toAppError(error);
  const { code, retryAfter = code === 'unavailable' ? SOON_S : undefined } = answered;
  const { status } = ERRORS[code];
  // Requests that the server turns away on purpose are no failure of it.
  if (error instanceof AppError && code === 'unavailable') request.log.warn({ code }, 'request turned away');
  else if (status >= 500) request.log.error({ err: errorForLog(error), code }, 'request failed');
  // A request without a route passes no hook.
  reply.header('X-Request-Id', request.id);
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
  if (isFhir(request)) {
    answerFhirError(fhirErrorOf(answered), reply);
    return;
  }
  // The serializer of the route would not fit the body of an error.
  reply.code(status).headers(ERROR_HEADERS).serializer(JSON.stringify);
  reply.send({ ...errorBody(answered), ...(status >= 500 ? { requestId: request.id } : {}) });
}

export const errorsPlugin = fp(async (app: FastifyInstance) => {
  app.setErrorHandler(answerError);
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('X-Request-Id', request.id);
    // By the route, since an address can be spelled in several ways; without a route it is an error or the page.
    if (NEVER_STORED.test(request.routeOptions.url ?? '')) reply.headers(NO_STORE);
    done(null, payload);
  });
});
