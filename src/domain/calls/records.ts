import { z } from 'zod';
import { REQUIRED } from '../fields/index.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { defineCall } from './define-call.ts';
import { chosenIdSchema, versionSchema } from './ids.ts';
import { filterQuerySchema } from './list-query.ts';
import { messageOnly, withMessage } from './messages.ts';
import { once } from './once.ts';
import { recordBody } from './record-body.ts';
import { recordQuerySchema } from './record-query.ts';
import { wireSchema } from './record-wire.ts';

/** The calls of one record type, as its declaration says: a patient, or a record that belongs to one. */
export const recordCalls = once((definition: RecordDefinition) => {
  const { key, path, parent, likeness } = definition;
  const url = `/api/${path}` as const;
  const beside = { permission: 'booklet', tag: key } as const;
  const stored = wireSchema(definition);
  const parentField: Record<string, z.ZodString> = parent
    ? { [parent.field]: z.string({ error: REQUIRED }).min(1, REQUIRED) }
    : {};
  // Part of what a form holds while it is filled in; anything that could not be stored matches nothing.
  const known = likeness ? [likeness.document, ...likeness.names, ...likeness.together] : [];

  return {
    list: defineCall({
      ...beside,
      method: 'GET',
      path: url,
      query: recordQuerySchema(definition).extend(parentField),
      rows: stored,
    }),
    one: defineCall({ ...beside, method: 'GET', path: `${url}/:id`, answer: stored }),
    /** Those who are probably the one described; only where the declaration says what likeness is. */
    alike: defineCall({
      ...beside,
      method: 'GET',
      path: `${url}/parecidos`,
      query: filterQuerySchema<string>(known),
      answer: z.array(stored),
    }),
    create: defineCall({
      ...beside,
      method: 'POST',
      path: url,
      body: recordBody(definition, { _id: chosenIdSchema, ...parentField }),
      status: 201,
      answer: withMessage(stored),
    }),
    replace: defineCall({
      ...beside,
      method: 'PUT',
      path: `${url}/:id`,
      body: recordBody(definition, { version: versionSchema }),
      answer: withMessage(stored),
    }),
    remove: defineCall({ ...beside, method: 'DELETE', path: `${url}/:id`, answer: messageOnly }),
  };
});
