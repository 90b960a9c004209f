import type { FastifyInstance } from 'fastify';

/** An operation of the API description. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Names of the path and query parameters. */
  params: string[];
  query: string[];
  /** The body is JSON; a file is none. */
  hasBody: boolean;
}

interface Documented {
  parameters?: { in: string; name: string }[];
  requestBody?: { content?: Record<string, unknown> };
}

export function everyOperation(app: FastifyInstance): Operation[] {
  const { paths = {} } = app.swagger() as { paths?: Record<string, Record<string, Documented>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const named = (where: string) => parameters.filter((one) => one.in === where).map(({ name }) => name);
      return {
        method: method.toUpperCase() as Operation['method'],
        path,
        params: named('path'),
        query: named('query'),
        hasBody: requestBody?.content?.['application/json'] !== undefined,
      };
    }),
  );
}

/** The address of an operation with these path values. */
export const addressOf = ({ path, params }: Operation, fill: (name: string) => string): string =>
  params.reduce((url, name) => url.replace(`{${name}}`, encodeURIComponent(fill(name))), path);

export const isAt = ({ method, path }: Operation, request: { method: string; url: string }): boolean =>
  method === request.method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(request.url);
