import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { REQUIRED, type Values } from '#domain/fields/index.ts';
import { problemsOf, type RecordDefinition } from '#domain/records/define-record.ts';
import type { Actor } from '../actor.ts';
import { chosenIdSchema, knownId, versionSchema } from '../ids.ts';
import { jsonArrayStream } from '../json-stream.ts';
import { filterQuerySchema, type ListQuery } from '../list-query.ts';
import { messageOnly, withMessage } from '../messages.ts';
import { recordQuerySchema } from './record-query.ts';
import type { RecordRepository } from './record-repository.ts';
import { toWire, wireSchema } from './record-wire.ts';

const idParams = z.object({ id: z.string() });

/** One Zod rule for a whole body: what stands beside the fields (ids, version) and the fields themselves. */
function bodySchema<E extends z.ZodRawShape>(definition: RecordDefinition, beside: E) {
  const envelope = z.object(beside);
  const documented = [definition.schema, envelope].map((schema) => z.toJSONSchema(schema, { io: 'input' }));
  const properties = Object.assign({}, ...documented.map((schema) => schema.properties));
  const rule = z.unknown().transform((input, context) => {
    const fields = definition.schema.safeParse(input);
    const extra = envelope.safeParse(typeof input === 'object' && input !== null ? input : {});
    for (const result of [extra, fields])
      for (const { msg, path } of result.success ? [] : problemsOf(result.error))
        context.addIssue({ code: 'custom', message: msg, path: path ? path.split('.') : [], input });
    if (!fields.success || !extra.success) return z.NEVER;
    return { values: fields.data as Values, ...(extra.data as z.output<z.ZodObject<E>>) };
  });
  return rule.meta({ type: 'object', properties, examples: [definition.example] });
}

async function* wireBatches(definition: RecordDefinition, batches: ReturnType<RecordRepository['all']>) {
  for await (const batch of batches) yield batch.map((stored) => toWire(definition, stored));
}

/** The routes of one record type, as its declaration says: a patient, or a record that belongs to one. */
export function registerRecordRoutes(app: FastifyInstance, definition: RecordDefinition, repository: RecordRepository) {
  const { parent, messages } = definition;
  const url = `/api/${definition.path}`;
  const config = { permission: 'booklet' } as const;
  const tags = [definition.key];
  const stored = wireSchema(definition);
  const answer = withMessage(stored);
  const parentField = parent ? { [parent.field]: z.string({ error: REQUIRED }).min(1, REQUIRED) } : {};
  const query = recordQuerySchema(definition).extend(parentField);
  const parentIdOf = (source: unknown): string | undefined =>
    parent ? knownId(String((source as Record<string, unknown>)[parent.field])) : undefined;

  app.get(
    url,
    { config, schema: { tags, querystring: query, response: { 200: z.array(stored) } } },
    async (request, reply) => {
      const actor = request.actor as Actor;
      const list = request.query as ListQuery;
      const parentId = parentIdOf(list);
      if (parentId) await repository.requireParent(actor, parentId);
      reply.header('X-Total-Count', await repository.total(actor, list, parentId));
      if (list.limit !== undefined)
        return (await repository.page(actor, list, parentId)).map((row) => toWire(definition, row));
      const stream = jsonArrayStream(wireBatches(definition, repository.all(actor, list, parentId)));
      return reply.type('application/json; charset=utf-8').send(stream);
    },
  );

  /** A woman or child who is not there is answered before anything is said about the fields. */
  const knownParent = async (request: FastifyRequest) => {
    const parentId = parent && (request.body as Record<string, unknown> | null | undefined)?.[parent.field];
    if (typeof parentId === 'string' && parentId !== '')
      await repository.requireParent(request.actor as Actor, knownId(parentId));
  };
  const createBody = bodySchema(definition, { _id: chosenIdSchema, ...parentField });
  const createSchema = { tags, body: createBody, response: { 201: answer } };
  app.post(url, { config, schema: createSchema, preValidation: knownParent }, async (request, reply) => {
    const body = request.body as z.output<typeof createBody>;
    const id = body._id ?? crypto.randomUUID();
    const row = await repository.create(request.actor as Actor, id, body.values, parentIdOf(body));
    reply.code(201);
    return { ...toWire(definition, row), message: messages.created };
  });

  app.delete(
    `${url}/:id`,
    { config, schema: { tags, params: idParams, response: { 200: messageOnly } } },
    async (request) => {
      await repository.remove(request.actor as Actor, knownId((request.params as { id: string }).id));
      return { message: messages.deleted };
    },
  );

  if (parent) return;

  app.get(`${url}/:id`, { config, schema: { tags, params: idParams, response: { 200: stored } } }, async (request) =>
    toWire(definition, await repository.get(request.actor as Actor, knownId((request.params as { id: string }).id))),
  );

  const { likeness } = definition;
  if (likeness) {
    const known = [likeness.document, ...likeness.names, ...likeness.together];
    // Part of what a form holds while it is filled in; anything that could not be stored matches nothing.
    const matchRoute = {
      config,
      schema: { tags, querystring: filterQuerySchema(known), response: { 200: z.array(stored) } },
    };
    app.get(`${url}/parecidos`, matchRoute, async (request) => {
      const rows = await repository.likelyMatches(request.actor as Actor, request.query as Record<string, string>);
      return rows.map((row) => toWire(definition, row));
    });
  }

  const replaceBody = bodySchema(definition, { version: versionSchema });
  app.put(
    `${url}/:id`,
    {
      config,
      schema: { tags, params: idParams, body: replaceBody, response: { 200: answer } },
      preValidation: async (request) => {
        await repository.get(request.actor as Actor, knownId((request.params as { id: string }).id));
      },
    },
    async (request) => {
      const id = knownId((request.params as { id: string }).id);
      const { values, version } = request.body as z.output<typeof replaceBody>;
      const result = await repository.replace(request.actor as Actor, id, values, version ?? undefined);
      const row = toWire(definition, result.stored);
      if (!result.replaced) throw new AppError('outdated', { row });
      return { ...row, message: messages.updated ?? messages.created };
    },
  );
}
