import { z } from 'zod';
import { lazily, oncePerDeclaration } from '../once.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { REQUIRED } from '../schema-messages.ts';
import { defineCall } from './define-call.ts';
import { textFilter } from './filter-kinds.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { filterQuery, listQuery } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';
import { recordBody } from './record-body.ts';
import { recordListOptions } from './record-query.ts';
import { wireSchema } from './record-wire.ts';

/** Each schema is created on first use: creating it takes a phone longer than the call, and a client needs none. */
function schemasOf(definition: RecordDefinition) {
  const { parent, likeness } = definition;
  const parentField = lazily(
    (): Record<string, z.ZodString> =>
      parent ? { [parent.field]: z.string({ error: REQUIRED }).min(1, REQUIRED) } : {},
  );
  const stored = lazily(() => wireSchema(definition));
  const written = lazily(() => withMessage(stored()));
  return {
    stored,
    written,
    query: lazily(() => listQuery(recordListOptions(definition)).extend(parentField())),
    // Values of an incomplete form; an invalid one matches nothing.
    described: lazily(() => {
      const fields = likeness ? [likeness.document, ...likeness.names, ...likeness.together] : [];
      return filterQuery(Object.fromEntries(fields.map((name) => [name, textFilter])));
    }),
    alike: lazily(() => z.array(stored())),
    created: lazily(() => recordBody(definition, { _id: chosenIdSchema, ...parentField() })),
    replaced: lazily(() => recordBody(definition, { version: versionSchema })),
  };
}

/** The answer to a repeated operation on a booklet that the caller may no longer see. */
const done = withMessage(z.object({ _id: z.string(), version: z.int().optional() }));

export const recordCalls = oncePerDeclaration((definition: RecordDefinition) => {
  const { key, path, parent } = definition;
  const url = `/api/${path}` as const;
  const shared = { permission: 'booklet', tag: key } as const;
  const written = { ...shared, receipt: true } as const;
  const schemas = schemasOf(definition);

  return {
    list: defineCall({
      ...shared,
      method: 'GET',
      path: url,
      get query() {
        return schemas.query();
      },
      get rows() {
        return schemas.stored();
      },
      noted: parent
        ? { action: 'ver', kind: parent.record, of: parent.field, part: true }
        : { action: 'exportar', kind: key, whole: true },
    }),
    one: defineCall({
      ...shared,
      method: 'GET',
      path: `${url}/:id`,
      get answer() {
        return schemas.stored();
      },
      noted: { action: 'ver', kind: key },
    }),
    alike: defineCall({
      ...shared,
      method: 'GET',
      path: `${url}/parecidos`,
      get query() {
        return schemas.described();
      },
      get answer() {
        return schemas.alike();
      },
    }),
    create: defineCall({
      ...written,
      method: 'POST',
      path: url,
      get body() {
        return schemas.created();
      },
      status: 201,
      get answer() {
        return schemas.written();
      },
      answerUnseen: done,
    }),
    replace: defineCall({
      ...written,
      method: 'PUT',
      path: `${url}/:id`,
      get body() {
        return schemas.replaced();
      },
      get answer() {
        return schemas.written();
      },
      answerUnseen: done,
    }),
    remove: defineCall({ ...written, method: 'DELETE', path: `${url}/:id`, answer: messageOnly }),
  };
});
