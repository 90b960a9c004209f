import type { TestApi } from '../test-api.ts';
import type { Schema } from './schema-values.ts';

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

/** The described type of a file. */
export const FILE_TYPE = 'application/octet-stream';

/** One operation of the API description. */
export interface Described {
  /** Example: `GET /api/nino/{id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly string[];
  readonly query: readonly { name: string; schema: Schema }[];
  readonly body: Schema | undefined;
  /** The body is a file of any type. */
  readonly takesFile: boolean;
  /** The allowed roles; null for a public call. */
  readonly roles: readonly string[] | null;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Documented {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
  security?: unknown[];
  description?: string;
}

function described(path: string, method: string, documented: Documented): Described {
  const { parameters = [], requestBody, responses, security, description = '' } = documented;
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    params: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
    query: parameters.filter((one) => one.in === 'query'),
    body: requestBody?.content?.['application/json']?.schema,
    takesFile: requestBody?.content?.[FILE_TYPE] !== undefined,
    roles: security ? description.replace('Roles: ', '').split(', ') : null,
    responses,
  };
}

/** Reads the API description. */
export async function readDescription({ anonymous }: TestApi): Promise<Described[]> {
  const { body } = await anonymous.get('/api/docs/json');
  return Object.entries<Record<string, Documented>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => described(path, method, documented)),
  );
}
