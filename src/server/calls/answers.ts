import { isDeepStrictEqual } from 'node:util';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { serializationSchema } from './json-schema.ts';

declare module 'fastify' {
  interface FastifyInstance {
    checkedRow(schema: z.ZodType, row: unknown): unknown;
  }
}

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** @throws Error if a field is missing from an answer or not declared for it */
function requireExact(schema: z.ZodType, sent: unknown, where: string): void {
  const declared = schema.parse(sent);
  if (!isDeepStrictEqual(asSent(declared), asSent(sent))) throw new Error(`${where} answers more than it declares`);
}

type Serialize = (answer: unknown) => string;
const compiled = new WeakMap<z.ZodType, Serialize>();

/** Compiled once for each schema, because several routes share one, and tests start many servers in a process. */
function serializerOf(schema: z.ZodType): Serialize {
  const earlier = compiled.get(schema);
  if (earlier) return earlier;
  const serialize = fastJson(serializationSchema(schema) as Parameters<typeof fastJson>[0]);
  compiled.set(schema, serialize);
  return serialize;
}

/** Missing fields of an answer fail. Undeclared ones are never sent, and fail in strict mode, which tests use. */
export const answersPlugin = fp(async (app: FastifyInstance, { toTheLetter }: { toTheLetter: boolean }) => {
  app.setSerializerCompiler((route) => {
    const schema = route.schema as z.ZodType;
    const serialize = serializerOf(schema);
    if (!toTheLetter) return serialize;
    return (sent) => {
      requireExact(schema, sent, `${route.method} ${route.url}`);
      return serialize(sent);
    };
  });
  app.decorate('checkedRow', (schema: z.ZodType, row: unknown) => {
    if (toTheLetter) requireExact(schema, row, 'A stream');
    return row;
  });
});

/** Picks the declared fields of a row; a row that lacks one of them does not compile. */
export const pickDeclared = <S extends z.ZodObject>(schema: S) => {
  const names = Object.keys(schema.shape);
  return <Row extends z.input<S>>(row: Row) => Object.fromEntries(names.map((name) => [name, row[name]])) as z.input<S>;
};
