import { z } from 'zod';
import type { Booklet } from '../records/booklets.ts';
import { defineCall } from './define-call.ts';
import { wireSchema } from './record-wire.ts';

export function getBooklet({ person, name, parts }: Booklet) {
  const lists = parts.map(({ list, definition }) => [list, z.array(wireSchema(definition))]);
  return defineCall({
    method: 'GET',
    path: `/api/${person.path}/pdf/:id`,
    permission: 'booklet',
    tag: person.key,
    noted: { action: 'pdf', kind: person.key },
    answer: z.object({ [name]: wireSchema(person), ...Object.fromEntries(lists) }),
  });
}
