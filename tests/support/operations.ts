import type { FastifyInstance } from 'fastify';

/** What the API says of itself, as far as tests send something to all of it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/api/nino/{id}` */
  path: string;
  /** Names of what travels in the path and in the query. */
  params: string[];
  query: string[];
  hasBody: boolean;
}

interface Documented {
  parameters?: { in: string; name: string }[];
  requestBody?: unknown;
}

/** Every operation of the API, from its own documentation. */
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
        hasBody: requestBody !== undefined,
      };
    }),
  );
}

/** An operation's address with these values in its path. */
export const addressOf = ({ path, params }: Operation, fill: (name: string) => string): string =>
  params.reduce((url, name) => url.replace(`{${name}}`, encodeURIComponent(fill(name))), path);

/** Whether an address is one of the operation's. */
export const isAt = ({ method, path }: Operation, asked: { method: string; url: string }): boolean =>
  method === asked.method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked.url);
