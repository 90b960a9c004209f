import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import secureJson from 'secure-json-parse';
import { AppError } from '#domain/errors.ts';

/** JSON only; an empty body is no body, since many clients send one with a DELETE. */
export const jsonBodyPlugin = fp(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const text = body.toString('utf8');
    if (text.trim() === '') return done(null, undefined);
    try {
      done(null, secureJson.parse(text, null, { protoAction: 'remove', constructorAction: 'remove' }));
    } catch {
      done(new AppError('malformed'));
    }
  });
});
