import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { paramNames } from '#domain/calls/call-path.ts';
import {
  type Call,
  type HandlerAnswer,
  maxBodyBytes,
  NO_BODY,
  type OutputOf,
  type ParamsOf,
  UNCHANGED,
  type Unseen,
} from '#domain/calls/define-call.ts';
import { AppError } from '#domain/errors.ts';
import { problemsOf } from '#domain/records/define-record.ts';
import { errorForLog } from '#server/base/error-for-log.ts';
import { jsonArrayStream } from '#server/lists/json-stream.ts';
import type { Actor } from './actor.ts';
import { normalizedId } from './normalized-id.ts';
import { type SharedInput, sharing } from './sharing.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
}

interface SentFile {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly content: Readable;
}

export interface HandlerInput<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: OutputOf<C, 'query'>;
  readonly body: OutputOf<C, 'body'>;
  readonly actor: C['permission'] extends 'public' ? null : C extends { forSystems: string } ? Actor | null : Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type InputFor<C extends Call> = C extends { sharesAnswers: true } ? SharedInput<OutputOf<C, 'query'>> : HandlerInput<C>;

type UnvalidatedInput<C extends Call> = Omit<HandlerInput<C>, 'query' | 'body' | 'reply'> & { readonly body: unknown };

type Sent<C extends Call> = C extends { file: string } ? SentFile : HandlerAnswer<C>;

const paramsSchema = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])));

const paramsOf = ({ params }: FastifyRequest) => {
  const { id, ...rest } = params as Record<string, string>;
  return id === undefined ? rest : { ...rest, id: normalizedId(id) };
};

const inputOf = (request: FastifyRequest, reply?: FastifyReply): unknown => {
  const { query, body, actor } = request;
  return {
    // A malformed id throws only where it is read.
    get params() {
      return paramsOf(request);
    },
    query,
    body,
    actor,
    request,
    reply,
  };
};

/** Also accepts a list, which Fastify's own validation refuses. */
const anyBody = (schema: z.ZodType) => () => (sent: unknown) => {
  const result = schema.safeParse(sent ?? {});
  return result.success
    ? { value: result.data }
    : { error: new AppError('invalid', { problems: problemsOf(result.error) }) };
};

function answerSchema(call: Call): z.ZodType | undefined {
  if ('answer' in call) return call.answer;
  if ('counted' in call) return call.counted;
  return 'rows' in call ? z.array(call.rows) : undefined;
}

async function* checked(app: FastifyInstance, schema: z.ZodType, batches: AsyncIterable<unknown[]>) {
  for await (const batch of batches) yield batch.map((row) => app.checkedRow(schema, row));
}

interface ListAnswer {
  readonly total: number;
  readonly isMinimum?: boolean;
  readonly answer?: unknown;
  readonly rows?: unknown[] | AsyncIterable<unknown[]>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The JSON of answers that several requests share, as long as the answers exist. */
const sharedJson = new WeakMap<object, Buffer>();

type Answer = Record<string, unknown>;

/** @throws Error as the serializer of the route */
function serializeOnce(answer: Answer, serialize: (answer: Answer) => string): Buffer {
  const json = sharedJson.get(answer) ?? Buffer.from(serialize(answer));
  sharedJson.set(answer, json);
  return json;
}

function sendShared(call: Call, answer: unknown, reply: FastifyReply): unknown {
  const serialize = call.sharesAnswers && reply.getSerializationFunction(String(call.status ?? 200));
  return serialize ? reply.type(JSON_TYPE).send(serializeOnce(answer as Answer, serialize)) : answer;
}

const isUnseen = (sent: unknown): sent is Unseen => typeof sent === 'object' && sent !== null && 'unseen' in sent;

function sendAnswer(app: FastifyInstance, call: Call, sent: unknown, reply: FastifyReply): unknown {
  if (sent === UNCHANGED) return reply.code(304).send();
  if (call.status) reply.code(call.status);
  if (call.tagged) {
    const tag = `"${createHash('sha256').update(JSON.stringify(sent)).digest('base64url')}"`;
    reply.header('ETag', tag);
    if (reply.request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  }
  if (call.continues) {
    const { siguiente, completo } = sent as { siguiente: string; completo: boolean };
    if (!completo) reply.header('X-Siguiente', siguiente);
  }
  if (call.answerUnseen && isUnseen(sent))
    return reply.serializer(JSON.stringify).type(JSON_TYPE).send(call.answerUnseen.parse(sent.unseen));
  if ('answer' in call) return sendShared(call, sent, reply);
  if ('file' in call) {
    const { headers, content } = sent as SentFile;
    content.on('error', (error) => {
      if (reply.raw.headersSent) reply.log.error({ err: errorForLog(error) }, 'an export broke off');
    });
    // A file that has another format too names it in its headers.
    return reply.type(call.file).headers(headers).send(content);
  }
  const { total, isMinimum, ...rest } = sent as ListAnswer;
  reply.header('X-Total-Count', total);
  if (isMinimum) reply.header('X-Total-Count-Is-Minimum', 'true');
  if ('counted' in call) return sendShared(call, rest.answer, reply);
  if (!rest.rows || Array.isArray(rest.rows)) return rest.rows;
  const stream = jsonArrayStream(checked(app, call.rows, rest.rows));
  return reply.type(JSON_TYPE).send(stream);
}

/** @param before runs before query and body are checked @param beforeRefusal runs only if the body will be refused */
export function serve<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: (input: InputFor<C>) => Sent<C> | Promise<Sent<C>>,
  {
    before,
    beforeRefusal,
  }: Partial<Record<'before' | 'beforeRefusal', (input: UnvalidatedInput<C>) => Promise<void>>> = {},
): void {
  const { method, path, permission, keeps, tag, query, body, status = 200 } = call as Call;
  const bodyLimit = maxBodyBytes(call);
  const names = paramNames(path);
  const answer = answerSchema(call);
  type Handler<I> = (input: I) => Sent<C> | Promise<Sent<C>>;
  const handle = (call as Call).sharesAnswers
    ? sharing(handler as Handler<SharedInput<OutputOf<C, 'query'>>>)
    : (handler as Handler<HandlerInput<C>>);
  const early = async (request: FastifyRequest) => {
    const input = inputOf(request) as UnvalidatedInput<C>;
    await before?.(input);
    if (beforeRefusal && !body?.safeParse(request.body ?? {}).success) await beforeRefusal(input);
  };
  app.route({
    method,
    url: path,
    config: { call, permission, ...(keeps && { keeps }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    // A HEAD request would otherwise make the whole file.
    ...('file' in call && { exposeHeadRoute: false }),
    schema: {
      tags: [tag],
      ...(names.length > 0 && { params: paramsSchema(names) }),
      ...(query && { querystring: query }),
      ...(body && body !== NO_BODY && { body }),
      ...('file' in call && { produces: [call.file] }),
      ...(answer && { response: { [status]: answer } }),
    },
    ...(call.listBody && body && { validatorCompiler: anyBody(body) }),
    ...((before || beforeRefusal) && { preValidation: early }),
    handler: async (request, reply) =>
      sendAnswer(app, call, await handle(inputOf(request, reply) as HandlerInput<C>), reply),
  });
}
