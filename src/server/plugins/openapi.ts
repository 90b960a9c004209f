import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Call } from '#domain/calls/define-call.ts';
import { OPERATION_HEADER } from '#domain/calls/sending.ts';
import { ERRORS } from '#domain/errors.ts';
import { PERMISSIONS } from '#domain/roles.ts';
import { DESCRIPTION_POLICY } from './security-headers.ts';

const refusal = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(ERRORS) },
    message: {
      anyOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            properties: { msg: { type: 'string' }, path: { type: 'string' } },
            required: ['msg', 'path'],
          },
        },
      ],
    },
    requestId: { type: 'string', description: 'With a failure of the server' },
  },
  required: ['code', 'message'],
};
const REFUSED = { description: 'Error', content: { 'application/json': { schema: refusal } } };

/** The header under which a device repeats an operation until it is confirmed. */
const receipt = {
  type: 'object',
  properties: {
    [OPERATION_HEADER]: {
      type: 'string',
      format: 'uuid',
      description:
        'Sent again under the same id it is done once, and answered with what is stored now; with _id, version and message alone where the caller may see it no longer',
    },
  },
};

const BYTES = { schema: { type: 'string', format: 'binary' } };

/** The types of a file that a call answers, with what is in a file of JSON. */
function fileContent({ fileSchema, otherFile, ...call }: Extract<Call, { file: string }>) {
  const schema = fileSchema && { schema: z.toJSONSchema(fileSchema) };
  return { [call.file]: schema ?? BYTES, ...(otherFile && { [otherFile]: BYTES }) };
}

function responsesOf(call: Call | undefined, declared: unknown) {
  const file = call && 'file' in call && { 200: { description: 'File', content: fileContent(call) } };
  return { ...(declared as object), ...file, default: REFUSED };
}

/** The handler reads a file as a stream, so that no schema validates it. */
const sentFile = { body: { type: 'string', format: 'binary' }, consumes: ['application/octet-stream'] };

/** OpenAPI from the schemas that validate, browsable at /api/docs. Must be registered before the routes. */
export const openApiPlugin = fp(async (app: FastifyInstance, { pages }: { pages: boolean }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Libreta Integral de Salud', version: '1', description: 'API de la Libreta Integral de Salud.' },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-access-token' } } },
    },
    transform: (input) => {
      const { schema: described, url } = jsonSchemaTransform(input);
      const { call } = input.route.config ?? {};
      const headers = call?.receipt && { headers: receipt };
      const file = call?.fileBody && sentFile;
      const schema = { ...described, ...headers, ...file, response: responsesOf(call, described?.response) };
      const permission = input.route.config?.permission;
      if (permission === undefined || permission === 'public') return { schema, url };
      const roles = PERMISSIONS[permission].join(', ');
      return { schema: { ...schema, security: [{ token: [] }], description: `Roles: ${roles}` }, url };
    },
  });
  if (pages) await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DESCRIPTION_POLICY });
});
