import { isDeepStrictEqual } from 'node:util';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { writtenAs } from './json-schema.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A row of a stream, as it leaves: looked at only where answers are held to their declaration to the letter. */
    checkedRow(schema: z.ZodType, row: unknown): unknown;
  }
}

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** @throws Error when something stands in an answer that its declaration does not know, or is missing from it */
function holdToLetter(schema: z.ZodType, sent: unknown, where: string): void {
  const declared = schema.parse(sent);
  if (!isDeepStrictEqual(asSent(declared), asSent(sent))) throw new Error(`${where} answers more than it declares`);
}

/**
 * What an answer must be. What it lacks fails; what it holds beyond its declaration never leaves, and fails as well when answers
 * are held to the letter, as tests do.
 */
export const answersPlugin = fp(async (app: FastifyInstance, { toTheLetter }: { toTheLetter: boolean }) => {
  app.setSerializerCompiler((route) => {
    // Fastify knows no other schemas than its own here.
    const schema = route.schema as z.ZodType;
    const serialize = fastJson(writtenAs(schema) as Parameters<typeof fastJson>[0]);
    if (!toTheLetter) return serialize;
    return (sent) => {
      holdToLetter(schema, sent, `${route.method} ${route.url}`);
      return serialize(sent);
    };
  });
  app.decorate('checkedRow', (schema: z.ZodType, row: unknown) => {
    if (toTheLetter) holdToLetter(schema, row, 'A stream');
    return row;
  });
});

/** Only what the answer declares of what was read, which does not compile while it lacks something of it. */
export const onlyDeclared = <S extends z.ZodObject>(schema: S) => {
  const names = Object.keys(schema.shape);
  // `fromEntries` forgets which names it was given.
  return <Row extends z.input<S>>(row: Row) => Object.fromEntries(names.map((name) => [name, row[name]])) as z.input<S>;
};
