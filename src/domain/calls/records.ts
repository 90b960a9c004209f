import { z } from 'zod';
import { lazily, once } from '../once.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { REQUIRED } from '../schema-messages.ts';
import { defineCall } from './define-call.ts';
import { anyText } from './filter-kinds.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { filterQuery, listQuery } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';
import { recordBody } from './record-body.ts';
import { recordAsk } from './record-query.ts';
import { wireSchema } from './record-wire.ts';

/** Who only makes a call reads no schema of it, which takes a phone longer than asking: each is there once it is read. */
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
    asked: lazily(() => listQuery(recordAsk(definition)).extend(parentField())),
    // Part of what a form holds while it is filled in; anything that could not be stored matches nothing.
    described: lazily(() => {
      const fields = likeness ? [likeness.document, ...likeness.names, ...likeness.together] : [];
      return filterQuery(Object.fromEntries(fields.map((name) => [name, anyText])));
    }),
    alike: lazily(() => z.array(stored())),
    created: lazily(() => recordBody(definition, { _id: chosenIdSchema, ...parentField() })),
    replaced: lazily(() => recordBody(definition, { version: versionSchema })),
  };
}

/** Of what was done before under the same operation, to somebody whom the caller may see no longer. */
const done = withMessage(z.object({ _id: z.string(), version: z.int().optional() }));

/** The calls of one record type, as its declaration says: a patient, or a record that belongs to one. */
export const recordCalls = once((definition: RecordDefinition) => {
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
        return schemas.asked();
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
    /** Those who are probably the one described; only where the declaration says what likeness is. */
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
