import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { Operation } from '#domain/exchange/capability-statement.ts';
import { UUID } from '#domain/uuid.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import type { ExchangeAddresses } from '#server/base/exchange-settings.ts';
import { includesPlace, type Reader, type SeenPlace } from '#server/calls/reader.ts';
import { queryPairs, requireReader, requireScope } from '#server/modules/fhir/fhir-plugin.ts';
import type { ExportRepository } from './export-repository.ts';
import { EXPORTS_PATH, expiresOf, fileNumberOf, manifestOf, nameOf, progressOf } from './export-status.ts';
import { gzipFile } from './gzip-file.ts';
import { exportOf, isLenient, parametersIn, parametersOf, type SentParameters } from './kick-off.ts';

interface ExportRoutes {
  readonly exports: ExportRepository;
  readonly addresses: (request: FastifyRequest) => ExchangeAddresses;
}

const OF_BULK_DATA = 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition';
export const EXPORT_OPERATIONS: readonly Operation[] = [
  { of: 'server', name: 'export', definition: `${OF_BULK_DATA}/export` },
  { of: 'Patient', name: 'export', definition: `${OF_BULK_DATA}/patient-export` },
];

const NDJSON = 'application/fhir+ndjson';
const NO_STORE = { 'Cache-Control': 'no-store' };
const PATHS = ['/$export', '/Patient/$export'];
const HIDDEN = { schema: { hide: true } };
/** The content is deflated already. */
const FILE = { ...HIDDEN, compress: false, config: { withoutJson: true } } as const;
const BODY_LIMIT = 16 * 1024;

const idOf = ({ params }: FastifyRequest): string => {
  const { id = '' } = params as { id?: string };
  if (!UUID.test(id)) throw new AppError('notFound');
  return id.toLowerCase();
};

const acceptsGzip = ({ headers }: FastifyRequest) =>
  /(?:^|[\s,])(?:x-)?gzip(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(String(headers['accept-encoding'] ?? ''));

/** @throws AppError notFound if an export has people of places that its reader may no longer see */
function requireSeen({ places }: Reader, exported: readonly SeenPlace[] | null): void {
  const isSeen = exported ? exported.every((place) => includesPlace(places, place)) : places === null;
  if (!isSeen) throw new AppError('notFound');
}

/** The routes of Bulk Data Access 2.0, inside of the plugin of /fhir, which signs readers in and explains errors. */
export function registerExports(app: FastifyInstance, { exports, addresses }: ExportRoutes): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(
    'application/fhir+json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (request, body, done) => {
      if (String(body).trim() === '') done(null, undefined);
      else void parseJson(request, String(body), done);
    },
  );

  const lectorOf = (request: FastifyRequest): string => {
    const { id } = requireReader(request).doer;
    if (!id) throw new AppError('unauthenticated');
    return id;
  };

  const kickOff = async (request: FastifyRequest, reply: FastifyReply, sent: SentParameters) => {
    const { doer, scopes, places } = requireReader(request);
    const { prefer } = request.headers;
    const wanted = exportOf(sent, scopes, isLenient(Array.isArray(prefer) ? prefer.join() : prefer));
    const { base, systems } = addresses(request);
    const _id = crypto.randomUUID();
    const peticion = base + request.url.slice(request.url.indexOf('/fhir') + '/fhir'.length);
    const lugares = places && [...places];
    await exports.create({ _id, lector: lectorOf(request), peticion, base, sistemas: systems, ...wanted, lugares });
    const after = { tipos: wanted.tipos.join(', '), desde: wanted.desde?.toISOString() ?? null };
    app.noteSoon(doer, { action: 'exportar', kind: 'fhir', about: _id, person: null, after });
    return reply
      .code(202)
      .headers({ ...NO_STORE, 'Content-Location': `${base}/${EXPORTS_PATH}/${_id}` })
      .send();
  };
  for (const path of PATHS) {
    app.get(path, { ...HIDDEN, exposeHeadRoute: false }, (request, reply) =>
      kickOff(request, reply, parametersOf(queryPairs(request))),
    );
    // The address of a POST holds no parameters (Bulk Data Access 2.0, "Kick-off Request").
    app.post(path, { ...HIDDEN, bodyLimit: BODY_LIMIT }, (request, reply) =>
      kickOff(request, reply, parametersIn(request.body)),
    );
  }

  app.get(`/${EXPORTS_PATH}/:id`, HIDDEN, async (request, reply) => {
    const stored = await exports.get(idOf(request), lectorOf(request));
    requireSeen(requireReader(request), stored.lugares);
    reply.headers(NO_STORE);
    if (stored.estado === 'fallida') throw new AppError(stored.fallo ?? 'internal');
    if (stored.estado !== 'lista') return reply.code(202).headers(progressOf(stored)).send();
    return reply
      .header('Expires', expiresOf(stored))
      .type('application/json')
      .send(JSON.stringify(manifestOf(stored)));
  });

  app.delete(`/${EXPORTS_PATH}/:id`, { ...HIDDEN, config: { keeps: 'nothing' } }, async (request, reply) => {
    await exports.cancel(idOf(request), lectorOf(request));
    return reply.code(202).headers(NO_STORE).send();
  });

  app.get(`/${EXPORTS_PATH}/:id/:archivo`, FILE, async (request, reply) => {
    const { archivo } = request.params as { archivo: string };
    const number = fileNumberOf(archivo);
    if (number === null) throw new AppError('notFound');
    const id = idOf(request);
    const { file, lugares, parts } = await exports.file(id, lectorOf(request), number);
    if (nameOf(file) !== archivo) throw new AppError('notFound');
    const reader = requireReader(request);
    requireSeen(reader, lugares);
    for (const reading of ['r', 's'] as const)
      requireScope(reader, file.tipo === 'borrados' ? 'Patient' : file.tipo, reading);
    reply.headers({ ...NO_STORE, Vary: 'Accept-Encoding' }).type(NDJSON);
    // It would otherwise read the whole file.
    if (request.method === 'HEAD') return reply.send();
    app.noteSoon(requireReader(request).doer, {
      ...{ action: 'exportar', kind: 'fhir', about: id, person: null },
      after: { archivo, recursos: file.recursos },
    });
    const zipped = Readable.from(gzipFile(file, parts), { objectMode: false });
    zipped.on('error', (error) => request.log.error({ err: errorForLog(error) }, 'a file of a FHIR export broke off'));
    if (acceptsGzip(request)) return reply.header('Content-Encoding', 'gzip').send(zipped);
    const plain = createGunzip();
    zipped.on('error', (error) => plain.destroy(error));
    plain.on('close', () => zipped.destroy());
    return reply.send(zipped.pipe(plain));
  });
}
