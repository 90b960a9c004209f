import { z } from 'zod';
import { REQUIRED } from '../fields/index.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { defineCall } from './define-call.ts';
import { anyText } from './filter-kinds.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { filterQuery, listQuery } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';
import { once } from './once.ts';
import { recordBody } from './record-body.ts';
import { recordAsk } from './record-query.ts';
import { wireSchema } from './record-wire.ts';

/** The calls of one record type, as its declaration says: a patient, or a record that belongs to one. */
export const recordCalls = once((definition: RecordDefinition) => {
  const { key, path, parent, likeness } = definition;
  const url = `/api/${path}` as const;
  const shared = { permission: 'booklet', tag: key } as const;
  const written = { ...shared, receipt: true } as const;
  const stored = wireSchema(definition);
  const parentField: Record<string, z.ZodString> = parent
    ? { [parent.field]: z.string({ error: REQUIRED }).min(1, REQUIRED) }
    : {};
  // Part of what a form holds while it is filled in; anything that could not be stored matches nothing.
  const likenessFields = likeness ? [likeness.document, ...likeness.names, ...likeness.together] : [];

  return {
    list: defineCall({
      ...shared,
      method: 'GET',
      path: url,
      query: listQuery(recordAsk(definition)).extend(parentField),
      rows: stored,
      noted: parent
        ? { action: 'ver', kind: parent.record, of: parent.field, part: true }
        : { action: 'exportar', kind: key, whole: true },
    }),
    one: defineCall({
      ...shared,
      method: 'GET',
      path: `${url}/:id`,
      answer: stored,
      noted: { action: 'ver', kind: key },
    }),
    /** Those who are probably the one described; only where the declaration says what likeness is. */
    alike: defineCall({
      ...shared,
      method: 'GET',
      path: `${url}/parecidos`,
      query: filterQuery(Object.fromEntries(likenessFields.map((name) => [name, anyText]))),
      answer: z.array(stored),
    }),
    create: defineCall({
      ...written,
      method: 'POST',
      path: url,
      body: recordBody(definition, { _id: chosenIdSchema, ...parentField }),
      status: 201,
      answer: withMessage(stored),
    }),
    replace: defineCall({
      ...written,
      method: 'PUT',
      path: `${url}/:id`,
      body: recordBody(definition, { version: versionSchema }),
      answer: withMessage(stored),
    }),
    remove: defineCall({ ...written, method: 'DELETE', path: `${url}/:id`, answer: messageOnly }),
  };
});
