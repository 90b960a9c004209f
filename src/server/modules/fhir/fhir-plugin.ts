import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { FhirError, invalidParameter } from '#domain/exchange/outcome.ts';
import type { ResourceType } from '#domain/exchange/resource-types.ts';
import { allows, type Reading } from '#domain/exchange/scopes.ts';
import type { SearchedType } from '#domain/exchange/search-parameters.ts';
import type { Pair } from '#domain/exchange/search-query.ts';
import { FHIR_PATH } from '#server/base/exchange-settings.ts';
import type { Reader } from '#server/calls/reader.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route of /fhir needs no reader. */
    withoutReader?: boolean;
    /** Whether a route of /fhir answers in another format than JSON. */
    withoutJson?: boolean;
  }
}

const FHIR_JSON = 'application/fhir+json; charset=utf-8';
const FORM_LIMIT = 16 * 1024;

/** Also the names of JSON that clients of before FHIR R4 send. */
const ACCEPTED = /^(?:\*\/\*|application\/\*|application\/(?:fhir\+json|json|json\+fhir)|text\/json|json)(?:\s*;.*)?$/i;
const REFUSED_QUALITY = /;\s*q=0(?:\.0*)?\s*$/;

/** The release of FHIR, which a client may ask for by the parameter `fhirVersion` (R4 2.1.0.7, "FHIR Version Parameter"). */
const OTHER_RELEASE = /;\s*fhirVersion="?(?!4\.0"?\s*(?:;|$))/i;

const isAccepted = (type: string) =>
  ACCEPTED.test(type.trim()) && !REFUSED_QUALITY.test(type) && !OTHER_RELEASE.test(type);

/** The parameters of an address, repeated ones as they stand. */
export const queryPairs = ({ url }: FastifyRequest): Pair[] => [
  ...new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''),
];

/** @throws FhirError 406 for another format than JSON; `_format` goes before `Accept` */
function requireJson(request: FastifyRequest): void {
  const { accept = '' } = request.headers;
  const formats = queryPairs(request).flatMap(([name, value]) => (name === '_format' && value !== '' ? [value] : []));
  // A plus sign of an address is a blank.
  const wanted = formats.length > 0 ? formats.map((one) => one.replace('fhir json', 'fhir+json')) : accept.split(',');
  if (wanted.join('').trim() !== '' && !wanted.some(isAccepted))
    throw new FhirError(406, 'not-supported', 'El servidor responde solo en application/fhir+json.');
}

const refuseMethod = (allowed: Iterable<string>): never => {
  const Allow = [...allowed].join(', ');
  throw new FhirError(405, 'not-supported', `Esta dirección admite solo ${Allow}.`, { Allow });
};

/** @throws FhirError 405 for writes, AppError notFound */
function refuseUnknown({ method }: FastifyRequest): void {
  if (method !== 'GET' && method !== 'HEAD') refuseMethod(['GET', 'HEAD']);
  throw new AppError('notFound');
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Adds routes, and a refusal with `Allow` for every other method of their addresses. */
function registerWithRefusals(fhir: FastifyInstance, register: (fhir: FastifyInstance) => void): void {
  const methods = new Map<string, Set<string>>();
  fhir.addHook('onRoute', ({ path, method }) => {
    const allowed = methods.get(path) ?? new Set();
    for (const one of [method].flat()) allowed.add(one);
    methods.set(path, allowed);
  });
  register(fhir);
  for (const [path, registered] of [...methods]) {
    const allowed = new Set(registered);
    const onRequest = async () => refuseMethod(allowed);
    fhir.route({
      ...{ url: path.slice(FHIR_PATH.length), method: METHODS.filter((one) => !allowed.has(one)) },
      ...{ schema: { hide: true }, onRequest, handler: onRequest },
    });
  }
}

export const sendFhir = (reply: FastifyReply, resource: object): FastifyReply =>
  reply.type(FHIR_JSON).send(Buffer.from(JSON.stringify(resource)));

/** @throws AppError unauthenticated */
export function requireReader({ reader }: FastifyRequest): Reader {
  if (!reader) throw new AppError('unauthenticated');
  return reader;
}

/** Code systems say nothing about people: every reader may read them. @throws FhirError 403 without the scope */
export function requireScope({ scopes }: Reader, type: SearchedType, reading: Reading): void {
  if (type === 'CodeSystem' || allows(scopes, type satisfies ResourceType, reading)) return;
  throw new FhirError(403, 'forbidden', `Falta el alcance system/${type}.${reading}.`);
}

/** Whether unknown parameters are refused. */
export const isStrictSearch = ({ headers }: FastifyRequest) =>
  /(?:^|[,;\s])handling\s*=\s*strict\b/i.test(String(headers.prefer ?? ''));

export function requireNoPairs(pairs: readonly Pair[], allowed: ReadonlySet<string>): void {
  const other = pairs.find(([name]) => !allowed.has(name));
  if (other) throw invalidParameter(`${other[0].slice(0, 100)} no se puede usar junto con el enlace «next».`);
}

/** Everything below /fhir: who reads, in which format, and what the server does not have. @param register adds the routes */
export function registerFhirRoutes(app: FastifyInstance, register: (fhir: FastifyInstance) => void): void {
  app.register(
    async (fhir) => {
      fhir.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: FORM_LIMIT },
        (_request, body, done) => done(null, body),
      );
      fhir.addHook('onRequest', async (request, reply) => {
        if (!request.routeOptions.config?.withoutReader && !(await app.readerOf(request, reply))) {
          reply.header('WWW-Authenticate', 'Bearer realm="fhir"');
          throw new AppError('unauthenticated');
        }
        if (request.is404) refuseUnknown(request);
        if (!request.routeOptions.config?.withoutJson) requireJson(request);
      });
      fhir.setNotFoundHandler(async (request) => refuseUnknown(request));
      registerWithRefusals(fhir, register);
    },
    { prefix: FHIR_PATH },
  );
}
