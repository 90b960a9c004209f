import type { FastifyInstance, FastifyReply } from 'fastify';
import { recordCalls } from '#domain/calls/records.ts';
import { STAMP_HEADER } from '#domain/calls/sending.ts';
import { AppError } from '#domain/errors.ts';
import { newId } from '#domain/new-id.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import type { Actor } from '#server/calls/actor.ts';
import { normalizedId } from '#server/calls/normalized-id.ts';
import { serve } from '#server/calls/serve.ts';
import { mapListing, readListing } from '#server/lists/listing.ts';
import { personKindOfRecord } from './operations.ts';
import type { RecordRepository } from './record-repository.ts';
import { toWire } from './record-wire.ts';
import type { SaveResult, Saving } from './saving.ts';

export function registerRecordRoutes(
  app: FastifyInstance,
  definition: RecordDefinition,
  repository: RecordRepository,
  saving: Saving,
) {
  const { parent, messages, likeness } = definition;
  const calls = recordCalls(definition);
  const parentIdOf = (source: Record<string, unknown>): string | undefined =>
    parent ? normalizedId(String(source[parent.field])) : undefined;

  const kind = personKindOfRecord(definition);

  const noteLook = (actor: Actor, person: string) =>
    app.noteSoon(actor, { action: 'ver', kind, about: person, person });

  const stamp = (reply: FastifyReply, sello: string | null) => {
    if (sello !== null) reply.header(STAMP_HEADER, sello);
  };

  /** A repeated save shows the stored row again, so the journal notes a view of the person. */
  const answerOf = (actor: Actor, reply: FastifyReply, _id: string, saved: SaveResult, message: string) => {
    stamp(reply, saved.sello);
    if (!saved.stored) return { unseen: { _id, version: saved.version, message } };
    const { stored, isNew } = saved;
    if (!isNew) noteLook(actor, String(parent ? stored.row.parentId : _id));
    return { ...toWire(definition, stored), message };
  };

  serve(app, calls.list, async ({ actor, query }) => {
    const parentId = parentIdOf(query);
    const records = mapListing(repository.list(actor, query, parentId), (row) => toWire(definition, row));
    const answer = await readListing(query, records);
    // A visible record implies a visible person, so only an empty list needs the check.
    if (parentId && answer.total === 0) await repository.requireParent(actor, parentId);
    return answer;
  });

  serve(
    app,
    calls.create,
    async ({ body, actor, reply, request: { operation } }) => {
      const id = body._id ?? operation.op ?? newId();
      const saved = await saving.create(actor, operation, id, body.values, parentIdOf(body));
      if (saved.stored && saved.isNew) app.noteFormTime(definition.key, operation.seconds);
      return answerOf(actor, reply, id, saved, messages.created);
    },
    {
      // A missing person is reported before problems of the fields.
      beforeRefusal: async ({ body, actor }) => {
        const parentId = parent && (body as Record<string, unknown> | null | undefined)?.[parent.field];
        if (typeof parentId === 'string' && parentId !== '')
          await repository.requireParent(actor, normalizedId(parentId));
      },
    },
  );

  serve(app, calls.remove, async ({ params, actor, request, reply }) => {
    const { sello } = await saving.remove(actor, request.operation, params.id);
    stamp(reply, sello);
    return { message: messages.deleted };
  });

  if (parent) return;

  serve(app, calls.one, async ({ params, actor }) => toWire(definition, await repository.get(actor, params.id)));

  if (likeness)
    serve(app, calls.alike, async ({ actor, query }) => {
      const rows = await repository.likelyMatches(actor, query as Record<string, string>);
      return rows.map((row) => toWire(definition, row));
    });

  serve(
    app,
    calls.replace,
    async ({ params, actor, body: { values, version }, request, reply }) => {
      const replacing = saving.replace(actor, request.operation, params.id, values, version ?? undefined);
      const saved = await replacing.catch((error: unknown) => {
        // A conflict shows the stored row, so the journal notes a view.
        if (error instanceof AppError && error.row) noteLook(actor, params.id);
        throw error;
      });
      return answerOf(actor, reply, params.id, saved, messages.updated ?? messages.created);
    },
    {
      beforeRefusal: async ({ params, actor }) => {
        await repository.get(actor, params.id);
      },
    },
  );
}
