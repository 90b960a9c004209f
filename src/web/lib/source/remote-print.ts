import { getBooklet } from '#domain/calls/booklets.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { call } from '#web/lib/call.ts';
import type { PrintSource } from './booklet-source.ts';

export const remotePrint: PrintSource = {
  booklet: (person, id) => call(getBooklet(bookletOf(person)), { params: { id } }),
};
