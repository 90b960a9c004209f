import { z } from 'zod';
import { BOOKLETS, type BookletContents } from '../records/booklets.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { RECORDS, type RecordKey } from '../records/index.ts';
import { defineCall } from './define-call.ts';
import { wireSchema } from './record-wire.ts';

export type BookletKey = keyof typeof BOOKLETS;

const definitionOf = (key: RecordKey) => RECORDS[key] as unknown as RecordDefinition;

/** `GET /api/{mujer,nino}/pdf/{id}`: one person with all her or his records, newest first. */
export function getBooklet(person: BookletKey) {
  const { name, records }: BookletContents = BOOKLETS[person];
  const lists = Object.entries(records).map(([list, key]) => [list, z.array(wireSchema(definitionOf(key)))]);
  return defineCall({
    method: 'GET',
    path: `/api/${definitionOf(person).path}/pdf/:id`,
    permission: 'booklet',
    tag: person,
    answer: z.object({ [name]: wireSchema(definitionOf(person)), ...Object.fromEntries(lists) }),
  });
}
