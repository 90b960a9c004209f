import { getBooklet } from '#domain/calls/booklets.ts';
import { bookletOf } from '#domain/records/booklets.ts';
import { call } from '#web/lib/call.ts';
import type { PatientKind } from './patient-kind.ts';

/** Everything of one person. Apart from the button that asks for it: it knows every kind of record. */
export const askBooklet = ({ definition }: PatientKind, id: string) =>
  call(getBooklet(bookletOf(definition)), { params: { id } });
