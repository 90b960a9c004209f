import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { PERMISSIONS } from '#domain/roles.ts';
import { DESCRIPTION_POLICY } from './security-headers.ts';

/** OpenAPI from the same schemas that validate, browsable at /api/docs unless told. Registered before the routes it describes. */
export const openApiPlugin = fp(async (app: FastifyInstance, { pages }: { pages: boolean }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Libreta Integral de Salud', version: '1', description: 'API de la Libreta Integral de Salud.' },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-access-token' } } },
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input);
      const permission = input.route.config?.permission;
      if (permission === undefined || permission === 'public') return { schema, url };
      const roles = PERMISSIONS[permission].join(', ');
      return { schema: { ...schema, security: [{ token: [] }], description: `Roles: ${roles}` }, url };
    },
  });
  if (pages) await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DESCRIPTION_POLICY });
});
