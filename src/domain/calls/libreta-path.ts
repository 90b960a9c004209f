import type { RecordDefinition } from '../records/define-record.ts';

// In a file of its own, because a client that only makes calls needs no schemas.
/** The address of a whole booklet. */
export const wholeBookletPath = ({ path }: RecordDefinition) => `/api/${path}/:id/libreta` as const;
