import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  chooseColumns,
  decideRows,
  discardImport,
  getImport,
  hasWritten,
  type Import,
  importTemplate,
  listImportRows,
  listImports,
  MAX_FILE_BYTES,
  problemFile,
  startImport,
  stopImport,
  undoImport,
  uploadFile,
} from '#domain/calls/importing.ts';
import { AppError } from '#domain/errors.ts';
import { RECORDS } from '#domain/records/index.ts';
import { serve } from '#server/calls/serve.ts';
import { readListing } from '#server/lists/listing.ts';
import { problemRowsFile, templateFile } from './import-files.ts';
import type { ImportRepository } from './import-repository.ts';

const UNNAMED_FILE = 'archivo';
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Any type of content: a stream, which the handler reads. A form of another site cannot send the header with the session. */
function registerUpload(app: FastifyInstance, repository: ImportRepository): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The text of a form around a file would be read as a table.
    scope.addContentTypeParser(FORMS, (_request, _payload, done) => done(new AppError('formUpload')));
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    serve(scope, uploadFile, async ({ actor, query, request }) => {
      if (Number(request.headers['content-length']) > MAX_FILE_BYTES) throw new AppError('fileTooLarge');
      const file = request.body as Readable | undefined;
      if (!file || !query.tipo) throw new AppError('emptyFile');
      // A file arrives for minutes on a slow line, and needs the database only now and then.
      request.leaveTurn?.();
      return repository.receive(actor, query.tipo, query.archivo ?? UNNAMED_FILE, file);
    });
  });
}

/** What happened to the work that was stopped. */
function stoppedText({ estado, totales, ...written }: Import): string {
  if (estado === 'fallida') return 'La importación se detuvo antes de leer el archivo.';
  if (estado === 'columnas') return 'El ensayo se detuvo. No se importó nada.';
  if (estado === 'parada' && totales.deshecha + totales.conservada > 0)
    return 'Se dejó de deshacer. Lo que ya se deshizo queda así.';
  if (!hasWritten(written)) return 'La importación se detuvo. No se importó nada.';
  return 'La importación se detuvo. Lo que ya se importó se queda.';
}

export function registerImportingRoutes(app: FastifyInstance, repository: ImportRepository): void {
  registerUpload(app, repository);
  serve(app, importTemplate, ({ query }) => templateFile(RECORDS[query.tipo as keyof typeof RECORDS]));
  serve(app, listImports, ({ query }) => readListing(query, repository.list(query)));
  serve(app, getImport, ({ params }) => repository.get(params.id));
  serve(app, discardImport, async ({ params }) => {
    await repository.discard(params.id);
    return { message: 'La importación se descartó. No se escribió nada.' };
  });
  serve(app, listImportRows, async ({ params, query }) => {
    const { listing } = await repository.rows(params.id, query.estado);
    return readListing(query, listing);
  });
  serve(app, problemFile, async ({ params }) => {
    const { listing, stored } = await repository.rows(params.id, 'problema');
    return problemRowsFile(stored, listing);
  });
  serve(app, chooseColumns, async ({ actor, params, body }) => ({
    ...(await repository.chooseColumns(actor, params.id, body)),
    message: 'Las columnas se guardaron. El ensayo empieza.',
  }));
  serve(app, decideRows, async ({ params, body }) => ({
    ...(await repository.decide(params.id, body)),
    message: 'Lo que decidiste se guardó.',
  }));
  serve(app, startImport, async ({ actor, params }) => ({
    ...(await repository.perform(actor, params.id)),
    message: 'La importación empieza.',
  }));
  serve(app, stopImport, async ({ params }) => {
    const stopped = await repository.stop(params.id);
    return { ...stopped, message: stoppedText(stopped) };
  });
  serve(app, undoImport, async ({ actor, params }) => ({
    ...(await repository.undo(actor, params.id)),
    message: 'La importación se está deshaciendo.',
  }));
}
